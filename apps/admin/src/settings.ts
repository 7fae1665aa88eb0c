/** Token under which Nest injects `AdminSettings`. */
export const SETTINGS = Symbol('admin settings');
