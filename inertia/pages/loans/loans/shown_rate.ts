/** Without the noughts that say nothing: «4,5» of 4.500000. */
export const shownRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '').replace('.', ',') : rate
