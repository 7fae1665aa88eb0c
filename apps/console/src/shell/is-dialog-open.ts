/** A dialog has fields of its own, or a secret that is shown once: keys must not change or leave the page below it. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null;
