import { escapeXml, tag } from '#app/files/xml/xml_text'
import { normalizeBic } from '#app/kernel/identifiers/bic'
import { normalizeCreditorReference } from '#app/kernel/identifiers/creditor_reference'
import { isEeaIban, isSepaIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { decimalText } from '#app/kernel/money/money'
import { type SepaCharset, toSepaText } from '#app/kernel/text/sepa_text'
import { checkCreditTransferFile } from '#app/payments/files/check_credit_transfer_file'
import {
  type CreditTransfer,
  type CreditTransferBlock,
  type CreditTransferFile,
  nameLengthMax,
  type Pain001Version,
  type PartyAddress,
  remittanceLengthMax,
} from '#app/payments/files/credit_transfer_file'

type Style = {
  version: Pain001Version
  charset: SepaCharset
  /** Identification of the sender, repeated in each debtor when the file has several days. */
  initiatorId: string
  debtorId: string
}

/**
 * Writes a file of credit transfers in euros, pain.001.001.09 or .03, as Spanish banks take it: the same input always
 * gives the same bytes, in UTF-8. Texts are transliterated and cut; anything else a bank would refuse is a DomainError
 * `E_SEPA_…`. The .03 carries no addresses, for it can only hold those that are refused since 15 November 2026.
 */
export function buildPain001(file: CreditTransferFile): string {
  checkCreditTransferFile(file)
  const initiatorId = organisationId(file.initiator)
  const days = new Set(file.blocks.map(({ executionOn }) => executionOn))
  const style: Style = {
    version: file.version,
    charset: file.charset ?? 'latin',
    initiatorId,
    debtorId: days.size > 1 ? initiatorId : '',
  }
  const blocks = file.blocks.map((block) => blockXml(block, style))
  const body = tag('CstmrCdtTrfInitn', headerXml(file, style) + blocks.join('\n'))
  const namespace = `urn:iso:std:iso:20022:tech:xsd:pain.${file.version}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${body}</Document>\n`
}

function headerXml(file: CreditTransferFile, style: Style): string {
  const transfers = file.blocks.flatMap((block) => block.transfers)
  const initiator = nameXml(file.initiator.name, style) + style.initiatorId
  const header =
    tag('MsgId', file.messageId) +
    tag('CreDtTm', madridTime(new Date(file.createdAt))) +
    totalsXml(transfers) +
    tag('InitgPty', initiator)
  return `${tag('GrpHdr', header)}\n`
}

function totalsXml(transfers: readonly CreditTransfer[]): string {
  const total = transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return tag('NbOfTxs', String(transfers.length)) + tag('CtrlSum', decimalText(total))
}

function blockXml(block: CreditTransferBlock, style: Style): string {
  const { debtor } = block
  const day = style.version === '001.001.03' ? block.executionOn : tag('Dt', block.executionOn)
  const account = tag('Id', tag('IBAN', normalizeIban(debtor.iban))) + tag('Ccy', 'EUR')
  const head =
    tag('PmtInfId', block.id) +
    tag('PmtMtd', 'TRF') +
    tag('BtchBookg', String(block.batchBooking)) +
    totalsXml(block.transfers) +
    tag('PmtTpInf', paymentTypeXml(block)) +
    tag('ReqdExctnDt', day) +
    tag('Dbtr', nameXml(debtor.name, style) + debtorAddressXml(block, style) + style.debtorId) +
    tag('DbtrAcct', account) +
    tag('DbtrAgt', agentXml(debtor.bic, style)) +
    tag('ChrgBr', block.urgent ? 'SHAR' : 'SLEV')
  return tag(
    'PmtInf',
    `${head}\n${block.transfers.map((transfer) => transferXml(transfer, style)).join('\n')}\n`
  )
}

function paymentTypeXml({ urgent, instant, categoryPurpose }: CreditTransferBlock): string {
  const service = tag('SvcLvl', tag('Cd', urgent ? 'URGP' : 'SEPA'))
  const instrument = tag('LclInstrm', instant ? tag('Cd', 'INST') : '')
  return service + instrument + tag('CtgyPurp', tag('Cd', categoryPurpose ?? ''))
}

function transferXml(transfer: CreditTransfer, style: Style): string {
  const { creditor } = transfer
  const ids = tag('InstrId', transfer.instructionId) + tag('EndToEndId', transfer.endToEndId)
  const amount = `<InstdAmt Ccy="EUR">${decimalText(transfer.amountMinor)}</InstdAmt>`
  const agent = isSepaIban(creditor.iban) ? '' : agentXml(creditor.bic, style)
  const body =
    tag('PmtId', ids) +
    tag('Amt', amount) +
    tag('CdtrAgt', agent) +
    tag('Cdtr', nameXml(creditor.name, style) + addressXml(creditor.address, style)) +
    tag('CdtrAcct', tag('Id', tag('IBAN', normalizeIban(creditor.iban)))) +
    tag('Purp', tag('Cd', transfer.purpose ?? '')) +
    tag('RmtInf', remittanceXml(transfer, style))
  return tag('CdtTrfTxInf', body)
}

function remittanceXml({ remittance, rfReference }: CreditTransfer, style: Style): string {
  if (rfReference === undefined) return tag('Ustrd', sepaXml(remittance ?? '', remittanceLengthMax, style))
  const kind = tag('Tp', tag('CdOrPrtry', tag('Cd', 'SCOR')))
  return tag('Strd', tag('CdtrRefInf', kind + tag('Ref', normalizeCreditorReference(rfReference))))
}

/** Only where it is asked for: what is not needed is one thing more a bank may refuse. */
function debtorAddressXml({ debtor, transfers }: CreditTransferBlock, style: Style): string {
  return transfers.every(({ creditor }) => isEeaIban(creditor.iban)) ? '' : addressXml(debtor.address, style)
}

function addressXml(address: PartyAddress | undefined, style: Style): string {
  if (address === undefined || style.version === '001.001.03') return ''
  const part = (name: string, text: string | undefined, lengthMax: number) =>
    tag(name, sepaXml(text ?? '', lengthMax, style))
  const lines = (address.lines ?? []).map((line) => part('AdrLine', line, 70))
  return tag(
    'PstlAdr',
    part('StrtNm', address.street, 70) +
      part('BldgNb', address.buildingNumber, 16) +
      part('PstCd', address.postcode, 16) +
      part('TwnNm', address.town, 35) +
      tag('Ctry', address.country) +
      lines.join('')
  )
}

function nameXml(name: string, style: Style): string {
  return tag('Nm', sepaXml(name, nameLengthMax, style))
}

function agentXml(bic: string | undefined, { version }: Style): string {
  if (bic === undefined) return tag('FinInstnId', tag('Othr', tag('Id', 'NOTPROVIDED')))
  return tag('FinInstnId', tag(version === '001.001.03' ? 'BIC' : 'BICFI', normalizeBic(bic)))
}

/** The NIF with the suffix of the contract with the bank, which Spanish banks know their customers by. */
function organisationId({ nif, suffix = '000' }: CreditTransferFile['initiator']): string {
  if (nif === undefined) return ''
  return tag('Id', tag('OrgId', tag('Othr', tag('Id', escapeXml(normalizeTaxId(nif) + suffix)))))
}

function sepaXml(text: string, lengthMax: number, { charset }: Style): string {
  return escapeXml(toSepaText(text, lengthMax, charset))
}

const madridClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Local time without zone nor milliseconds: 2026-11-21T10:00:00. */
function madridTime(instant: Date): string {
  return madridClock.format(instant).replace(' ', 'T')
}
