/** The names of the classes of a CSS module. Other style sheets are imported for their effect only. */
declare module '*.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
