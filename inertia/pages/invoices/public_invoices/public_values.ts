import type { PublicOpening } from '~/kit/form/use_public_submission'
export type PublicPage = PublicOpening & {
  /** The token of a company's own link, and the company it stands for. */
  link: string | null
  site: string | null
  /** The code of the invoice that was registered just now. */
  registered: string | null
}

export const emptyValues = {
  customerTaxId: '',
  providerTaxId: '',
  providerName: '',
  email: '',
  invoiceNumber: '',
  issuedOn: '',
  total: '',
  concept: '',
  file: [] as File[],
  attachments: [] as File[],
  privacy: false,
  website: '',
}

export type PublicValues = typeof emptyValues
