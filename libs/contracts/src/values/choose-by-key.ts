import { z } from 'zod';

/**
 * A union of two objects, of which one has a key that the other does not have. Unlike `z.union`, only the object that was
 * meant is checked, so that an error names the wrong field and not the whole value.
 */
export const chooseByKey = <With extends z.ZodType, Without extends z.ZodType>(
  key: string,
  withKey: With,
  withoutKey: Without,
) => {
  const Choice = z.core.$constructor<z.ZodUnion, z.core.$ZodUnionDef>('Choice', (choice, definition) => {
    z.ZodUnion.init(choice, definition);
    choice._zod.parse = (payload, context) => {
      const value: unknown = payload.value;
      const hasKey = typeof value === 'object' && value !== null && key in value;
      return (hasKey ? withKey : withoutKey)._zod.run(payload, context);
    };
  });
  return new Choice({ type: 'union', options: [withKey, withoutKey] }) as unknown as z.ZodUnion<[With, Without]>;
};
