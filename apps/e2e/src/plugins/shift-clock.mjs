// Preloaded with --import: the wall clock of the process is wrong by CLOCK_SHIFT_MS. Its monotonic clock, and so its timers,
// are right, as on a machine whose clock was set. A preload needs no library, unlike libfaketime.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : target[name]),
});
