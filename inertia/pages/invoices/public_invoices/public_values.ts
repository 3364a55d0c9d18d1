export type PublicPage = {
  /** Goes back with the form: when it was shown. */
  stamp: string
  /** Zero, or how much work the browser does before it may send. */
  workBits: number
  /** The token of a company's own link, and the company it stands for. */
  link: string | null
  site: string | null
  /** The code of the invoice that was registered just now. */
  registered: string | null
}

export const emptyValues = {
  customer_tax_id: '',
  provider_tax_id: '',
  provider_name: '',
  email: '',
  invoice_number: '',
  issued_on: '',
  total: '',
  concept: '',
  file: [] as File[],
  attachments: [] as File[],
  privacy: false,
  website: '',
}

export type PublicValues = typeof emptyValues
