// `@jest/globals` of the spec file that runs. A module that outlives its spec file keeps what it imports from here.
let current;

export function setGlobals(globals) {
  current = globals;
}

const forward = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, self, parameters) => Reflect.apply(current[name], self, parameters),
    get: (_target, property) => current[name][property],
  });

export const afterAll = forward('afterAll');
export const afterEach = forward('afterEach');
export const beforeAll = forward('beforeAll');
export const beforeEach = forward('beforeEach');
export const describe = forward('describe');
export const expect = forward('expect');
export const it = forward('it');
export const jest = forward('jest');
export const test = forward('test');
