/** A rate with its decimals, the Spanish way: "1234.5678" is «1.234,5678». */
export function priceText(price: string): string {
  const [whole = '0', decimals = '00'] = price.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}
