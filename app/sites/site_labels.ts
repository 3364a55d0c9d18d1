/** Spanish names of what a company is and how it is taxed (area 02 §1). */
export const SITE_KINDS = {
  company: 'Sociedad',
  hotel_operator: 'Explotadora hotelera',
  holding: 'Holding',
  branch: 'Sucursal',
  external: 'Externa al grupo',
} as const

export const TERRITORIES = {
  peninsula_baleares: 'Península y Baleares',
  canarias: 'Canarias',
  ceuta_melilla: 'Ceuta y Melilla',
  foral_alava: 'Álava',
  foral_bizkaia: 'Bizkaia',
  foral_gipuzkoa: 'Gipuzkoa',
  foral_navarra: 'Navarra',
} as const

export const PERIODS = { monthly: 'Mensual', quarterly: 'Trimestral' } as const

export const ACCRUALS = { payment: 'Al pagar', registration: 'Al registrar la factura' } as const

export const SALES_SOURCES = {
  holded_sales: 'Ventas de Holded',
  booking_file: 'Ficheros de reservas',
} as const

export type SiteKind = keyof typeof SITE_KINDS
export type Territory = keyof typeof TERRITORIES
