const figures = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })

/** So many of something, in words that agree: «1 pago», «12 pagos», «1.200 pagos». */
export const counted = (count: number, one: string, many: string): string =>
  `${figures.format(count)} ${count === 1 ? one : many}`
