/** Signs and codes of currencies as they stand beside or against a figure: "₹1,598.00", "123,00 zł", "CHF 81.00". */
export const currencySign =
  '(?:US\\$|CA?\\$|AU?\\$|MX\\$|R\\$|[€$£₹¥₺₽₴]|EUR(?:OS?)?|USD|GBP|CHF|S?Fr\\.|Rs\\.?|INR|SEK|NOK|DKK|PLN|zł|CZK|Kč|HUF|RON|lei|kr\\.?|MAD|CAD|AUD|MXN|NZD|SGD|HKD|NZ\\$|S\\$|HK\\$|ZAR|AED|ILS|KRW)'

const alone = new RegExp(`^${currencySign}[,;:.)]*$`, 'i')

/** Whether a word is nothing but the sign or code of a currency, with what ends its clause. */
export function isCurrencyWord(text: string): boolean {
  return alone.test(text)
}
