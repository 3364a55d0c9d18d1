/** A decimal of the database or of a record (`21.00`, `1.0850`) as people write it, without the zeros that end it: «21», «1,085». */
export const plainDecimal = (text: string): string =>
  text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', ',')
