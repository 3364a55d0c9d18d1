import { camtSign, readCamtAmount, signed } from '#app/accounts/statements/camt/camt_amount'
import type { EntryDetail } from '#app/accounts/statements/parsed_statement'
import { childAt, childrenOf, textAt, textOf, type XmlNode } from '#app/files/xml/xml_node'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { Currency } from '#app/kernel/money/currency'
import { normalizeName } from '#app/kernel/text/similarity'

/** Whose side of an operation the account of the statement is on, and what the statement calls the account and its owner. */
export type CamtSide = {
  sign: 1 | -1
  isReversal: boolean
  iban: string | null
  holderName: string | null
}

/** The operations inside an entry (`NtryDtls/TxDtls`), in order. */
export function readCamtDetails(entry: XmlNode, side: CamtSide, whole: Whole): EntryDetail[] {
  const nodes = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  const read = nodes.map((details) => readDetail(details, side))
  return withInstructedAmounts(read, nodes, side, whole)
}

type Whole = { amountMinor: number; currency: Currency }

/**
 * Old banks write of each operation only the amount that was instructed, which may be before charges or in another
 * currency: it stands for the amount where all of them together are the entry, to the cent.
 */
function withInstructedAmounts(
  read: EntryDetail[],
  nodes: readonly XmlNode[],
  side: CamtSide,
  whole: Whole
): EntryDetail[] {
  if (read.length < 2 || read.every(({ amountMinor }) => amountMinor !== null)) return read
  const filled = read.map((detail, at) => {
    if (detail.amountMinor !== null) return detail
    const amount = readCamtAmount(childAt(nodes[at], 'AmtDtls', 'InstdAmt', 'Amt'))
    const sign = camtSign(textAt(nodes[at], 'CdtDbtInd')) ?? side.sign
    return {
      ...detail,
      amountMinor: amount === null ? null : signed(amount.minor, sign),
      currency: amount?.currency ?? null,
    }
  })
  const isWhole = filled.every(
    ({ amountMinor, currency }) => amountMinor !== null && currency === whole.currency
  )
  const total = filled.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor ?? 0), 0n)
  return isWhole && total === BigInt(whole.amountMinor) ? filled : read
}

function readDetail(details: XmlNode, side: CamtSide): EntryDetail {
  const amount =
    readCamtAmount(childAt(details, 'Amt')) ?? readCamtAmount(childAt(details, 'AmtDtls', 'TxAmt', 'Amt'))
  const sign = camtSign(textAt(details, 'CdtDbtInd')) ?? side.sign
  const references = childAt(details, 'Refs')
  const back = childAt(details, 'RtrInf')
  const isReversal = side.isReversal || back !== undefined
  return {
    amountMinor: amount === null ? null : signed(amount.minor, sign),
    currency: amount?.currency ?? null,
    text: detailText(details),
    endToEndId: given(textAt(references, 'EndToEndId')),
    instructionId: given(textAt(references, 'InstrId')),
    paymentInformationId: given(textAt(references, 'PmtInfId')),
    accountServicerReference: given(textAt(references, 'AcctSvcrRef')),
    mandateId: given(textAt(references, 'MndtId')),
    structuredReference: structuredReference(details),
    messageId: given(textAt(references, 'MsgId')),
    transactionId: given(textAt(references, 'TxId')),
    ...readCounterparty(childAt(details, 'RltdPties'), { ...side, sign, isReversal }),
    returnReason: textAt(back, 'Rsn', 'Cd') ?? textAt(back, 'Rsn', 'Prtry'),
    returnText:
      childrenOf(back, 'AddtlInf')
        .flatMap((text) => textOf(text) ?? [])
        .join(' ') || null,
    chargesMinor: readCharges(details),
  }
}

/** Every name that the order behind an operation may be known by. */
export function detailIdentifiers(detail: EntryDetail): string[] {
  const { instructionId, paymentInformationId, messageId, transactionId } = detail
  return [instructionId, paymentInformationId, messageId, transactionId].filter((text) => text !== null)
}

/** The remittance text, else what the bank adds. */
function detailText(details: XmlNode): string {
  const remittance = childAt(details, 'RmtInf')
  const lines = childrenOf(remittance, 'Ustrd').map(textOf)
  const structured = childrenOf(remittance, 'Strd').flatMap((one) =>
    childrenOf(one, 'AddtlRmtInf').map(textOf)
  )
  const written = [...lines, ...structured].filter((line) => line !== null).join(' ')
  const text = written || structuredReference(details) || textAt(details, 'AddtlTxInf') || ''
  return text.replaceAll(/\s+/g, ' ')
}

function structuredReference(details: XmlNode): string | null {
  for (const structured of childrenOf(childAt(details, 'RmtInf'), 'Strd')) {
    const reference = textAt(structured, 'CdtrRefInf', 'Ref') ?? textAt(structured, 'CdtrRefInf', 'CdtrRef')
    if (reference !== null) return reference
  }
  return null
}

/**
 * The other party: who pays us when money comes in, whom we pay when it goes out. What comes back keeps the parties of the
 * first operation, so that they are the other way round; banks that turn them themselves are told by our own account or
 * name on the side where the other should be.
 */
function readCounterparty(parties: XmlNode | undefined, side: CamtSide) {
  const role = (side.sign === 1) !== side.isReversal ? 'Dbtr' : 'Cdtr'
  const expected = readParty(parties, role)
  const opposite = readParty(parties, role === 'Dbtr' ? 'Cdtr' : 'Dbtr')
  if (!isSomebody(opposite) || isOwn(opposite, side)) return expected
  const hasAccount = opposite.counterpartyIban !== null && expected.counterpartyIban === null
  const isTurned = side.isReversal && hasAccount && side.iban !== null
  return !isSomebody(expected) || isOwn(expected, side) || isTurned ? opposite : expected
}

const isSomebody = ({ counterpartyName, counterpartyIban }: Party) =>
  (counterpartyName ?? counterpartyIban) !== null

type Party = { counterpartyName: string | null; counterpartyIban: string | null }

function readParty(parties: XmlNode | undefined, role: 'Dbtr' | 'Cdtr'): Party {
  const name = partyName(childAt(parties, role)) ?? partyName(childAt(parties, `Ultmt${role}`)) ?? null
  const iban = textAt(parties, `${role}Acct`, 'Id', 'IBAN')
  return {
    counterpartyName: name,
    counterpartyIban: iban !== null && isValidIban(iban) ? normalizeIban(iban) : iban,
  }
}

/** By the account where the party has one: companies of a group have names alike. */
function isOwn({ counterpartyName, counterpartyIban }: Party, { iban, holderName }: CamtSide): boolean {
  if (counterpartyIban !== null && iban !== null) return counterpartyIban === iban
  return (
    counterpartyName !== null &&
    holderName !== null &&
    normalizeName(counterpartyName) === normalizeName(holderName)
  )
}

/** What the bank charged for the operation, in the currency of its amount; null when it says nothing. */
function readCharges(details: XmlNode): number | null {
  const charges = childAt(details, 'Chrgs')
  const records = childrenOf(charges, 'Rcrd').map((record) => {
    const amount = readCamtAmount(childAt(record, 'Amt'))
    return amount === null ? null : signed(amount.minor, camtSign(textAt(record, 'CdtDbtInd')) === 1 ? -1 : 1)
  })
  if (records.length > 0)
    return records.reduce<number | null>(
      (sum, minor) => (sum === null || minor === null ? null : sum + minor),
      0
    )
  return readCamtAmount(childAt(charges, 'TtlChrgsAndTaxAmt'))?.minor ?? null
}

function partyName(party: XmlNode | undefined): string | null {
  return textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm') ?? textAt(party, 'Agt', 'FinInstnId', 'Nm')
}

/** Banks write NOTPROVIDED where the payer gave nothing. */
function given(text: string | null): string | null {
  return text === 'NOTPROVIDED' ? null : text
}
