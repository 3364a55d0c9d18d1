/** Whether something is open over the page: a key that leads out of it would leave its focus behind it. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null
