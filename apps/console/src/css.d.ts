/** Of a CSS module: the names of its classes. Other style sheets are imported for their effect only. */
declare module '*.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
