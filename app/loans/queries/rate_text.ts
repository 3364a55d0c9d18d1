/** A rate as people read it: "4,5 %", with two decimals at least where there are any. */
export function rateText(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.')
  const shown = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${whole},${shown} %`
}
