/** Spanish names of the closed lists of an account, for pages and messages. */
export const ACCOUNT_KINDS = {
  bank: 'Banco',
  card: 'Tarjeta',
  wallet: 'Monedero',
  psp: 'Pasarela de pago',
  emoney: 'Dinero electrónico',
  cash: 'Caja',
  credit_line: 'Póliza de crédito',
} as const
export type AccountKind = keyof typeof ACCOUNT_KINDS

export const ACCOUNT_PROVIDERS = {
  sepa_file: 'Fichero bancario',
  manual: 'Manual',
  qonto: 'Qonto',
  stripe: 'Stripe',
  paypal: 'PayPal',
  wise: 'Wise',
  revolut: 'Revolut',
  mangopay: 'Mangopay',
} as const
export type AccountProvider = keyof typeof ACCOUNT_PROVIDERS

/** Colours that tell accounts apart in lists. */
export const ACCOUNT_COLORS = {
  teal: 'Turquesa',
  blue: 'Azul',
  violet: 'Violeta',
  pink: 'Rosa',
  orange: 'Naranja',
  yellow: 'Amarillo',
  green: 'Verde',
  gray: 'Gris',
} as const
export type AccountColor = keyof typeof ACCOUNT_COLORS

/** Versions of the SEPA message and its characters, as the agreement with each bank has them (area 28 §5). */
export const PAIN_VERSIONS = {
  '001.001.09': 'pain.001.001.09 (vigente)',
  '001.001.03': 'pain.001.001.03 (anterior)',
} as const
/** How the payments of an account leave (area 28 §5). */
export const PAYMENT_CHANNELS = {
  sepa_file: 'Fichero SEPA',
  manual: 'A mano en la banca electrónica',
  api: 'Directo, por conexión',
} as const

export const SEPA_CHARSETS = {
  latin: 'Latino básico',
  spanish: 'Latino con ñ y acentos',
} as const

export const STATEMENT_SOURCES = {
  api: 'Conexión',
  norma43: 'Norma 43',
  camt053: 'CAMT.053',
  camt052: 'CAMT.052',
  camt054: 'CAMT.054',
  csv: 'CSV',
  xlsx: 'Excel',
  manual: 'Manual',
} as const
export type StatementSource = keyof typeof STATEMENT_SOURCES
