/** Token under which Nest injects `TrackingSettings`. */
export const SETTINGS = Symbol('tracking settings');
