import type { Recipient } from '#app/issuing/invoices/new_invoice'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'

/** The recipient as it is copied onto the document. */
export type CopiedRecipient = {
  siteId: number | null
  name: string
  taxId: string
  idType: string | null
  country: string | null
  address: string | null
}

/** Throws E_ISSUE_RECIPIENT for a company that is not there, for the issuer itself, and for a NIF that is none. */
export async function readRecipient(
  recipient: Recipient,
  issuerSiteId: number,
  trx: Transaction
): Promise<CopiedRecipient> {
  if (!('siteId' in recipient)) return checked({ siteId: null, ...copied(recipient) })
  const site = await row<{ name: string; taxId: string; country: string; address: string | null }>(
    `select legal_name::text as name, tax_id::text as tax_id, country,
        nullif(concat_ws(', ', nullif(address, ''), nullif(concat_ws(' ', postal_code, city), '')), '') as address
       from sites where id = :siteId`,
    { siteId: recipient.siteId },
    trx
  )
  if (!site || recipient.siteId === issuerSiteId)
    throw new DomainError('E_ISSUE_RECIPIENT', 'Elija otra empresa como destinataria.', {
      field: 'recipient',
    })
  return checked({ siteId: recipient.siteId, ...site, idType: null })
}

type Outside = Exclude<Recipient, { siteId: number }>

const copied = ({ name, taxId, idType, country, address }: Outside): Omit<CopiedRecipient, 'siteId'> => ({
  name: name.trim(),
  taxId: idType === undefined ? normalizeTaxId(taxId) : taxId.trim(),
  idType: idType ?? null,
  country: country ?? null,
  address: address ?? null,
})

function checked(recipient: CopiedRecipient): CopiedRecipient {
  if (recipient.idType === null && !isValidSpanishTaxId(recipient.taxId))
    throw new DomainError(
      'E_ISSUE_RECIPIENT',
      `El NIF de ${recipient.name} no es válido: ${recipient.taxId}.`,
      {
        field: 'recipient',
      }
    )
  return recipient
}
