import {
  bankTransactionKind,
  bankTransactionKindLabel,
  isReturnCode,
} from '#app/accounts/statements/camt/bank_transaction_kind'
import {
  type CamtAmount,
  camtSign,
  exactText,
  readCamtAmount,
  signed,
} from '#app/accounts/statements/camt/camt_amount'
import { camtDay } from '#app/accounts/statements/camt/camt_dates'
import { detailIdentifiers, readCamtDetails } from '#app/accounts/statements/camt/camt_details'
import {
  type EntryStatus,
  emptyEntry,
  type ParsedEntry,
  type ParsedStatement,
} from '#app/accounts/statements/parsed_statement'
import { childAt, childrenOf, textAt, textOf, type XmlNode } from '#app/files/xml/xml_node'
import { addIssue, quoted } from '#app/imports/tables/file_issues'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type CamtMessage = 'camt.053' | 'camt.052' | 'camt.054'

/**
 * An `Ntry`. Null, with the reason in the issues of the statement, when its amount or its sign cannot be told: a
 * movement without them is no movement.
 */
export function readCamtEntry(
  node: XmlNode,
  statement: ParsedStatement,
  line: number | null,
  message: CamtMessage = 'camt.053'
): ParsedEntry | null {
  const amount = readCamtAmount(childAt(node, 'Amt'))
  const sign = camtSign(textAt(node, 'CdtDbtInd'))
  if (amount === null || sign === null) {
    const what = amount === null ? 'El importe o su divisa' : 'El signo (CdtDbtInd)'
    addIssue(
      statement.issues,
      'unreadable_amount',
      `${what} no se puede leer: el apunte no se importa.`,
      line
    )
    return null
  }
  tellAmount(amount, statement, line)
  const entry = emptyEntry(signed(amount.minor, sign), amount.currency)
  entry.line = line
  entry.amountText = exactText(amount, sign)
  entry.isReversal = /^(true|1)$/.test(textAt(node, 'RvslInd') ?? '')
  entry.status = readStatus(node, statement, line, message)
  entry.valueOn = camtDay(childAt(node, 'ValDt'))
  entry.bookedOn = readBookedOn(node, entry.valueOn, statement, line)
  entry.documentNo = textAt(node, 'NtryRef') ?? ''
  entry.bankReference = textAt(node, 'AcctSvcrRef')
  entry.reference1 = entry.bankReference ?? ''
  entry.bankTransactionCode = transactionCode(node)
  const isReversal = entry.isReversal || isReturnCode(entry.bankTransactionCode)
  const side = { sign, isReversal, iban: statement.iban, holderName: statement.holderName }
  entry.details = readCamtDetails(node, side, entry)
  fillFromDetails(entry, node)
  checkDetails(entry, statement)
  return entry
}

function tellAmount(amount: CamtAmount, { issues }: ParsedStatement, line: number | null): void {
  if (amount.isRounded) {
    const rounded = formatAmount(amount.minor, amount.currency)
    addIssue(issues, 'amount_rounded', `El importe ${quoted(amount.written)} se redondea a ${rounded}.`, line)
  }
  if (amount.isSigned) {
    const message = `El importe ${quoted(amount.written)} lleva signo: solo cuenta el indicador de cargo o abono.`
    addIssue(issues, 'signed_amount', message, line)
  }
}

const statuses: ReadonlySet<string> = new Set(['BOOK', 'PDNG', 'INFO', 'FUTR'] satisfies EntryStatus[])

/**
 * Only `BOOK` is booked. An end-of-day statement lists booked entries by definition, so that one of its entries without
 * any status is; in the other messages, and with a status nobody knows, the entry is left out and counted as such.
 */
function readStatus(
  node: XmlNode,
  { issues }: ParsedStatement,
  line: number | null,
  message: CamtMessage
): EntryStatus {
  const text = textAt(node, 'Sts', 'Cd') ?? textAt(node, 'Sts') ?? textAt(node, 'Sts', 'Prtry')
  if (text !== null && statuses.has(text)) return text as EntryStatus
  if (text === null && message === 'camt.053') {
    addIssue(issues, 'assumed_status', 'El apunte no dice su estado: se toma como contabilizado.', line)
    return 'BOOK'
  }
  const shown = text === null ? 'No consta' : `${quoted(text)} no es conocido`
  addIssue(issues, 'unknown_status', `Estado del apunte: ${shown}; no se importa.`, line)
  return 'OTHER'
}

function readBookedOn(
  node: XmlNode,
  valueOn: CalendarDate | null,
  { issues }: ParsedStatement,
  line: number | null
): CalendarDate | null {
  const bookedOn = camtDay(childAt(node, 'BookgDt'))
  if (bookedOn !== null) return bookedOn
  if (valueOn === null) {
    addIssue(issues, 'unreadable_date', 'El apunte no tiene fecha: no se importa.', line)
  } else {
    addIssue(issues, 'assumed_date', 'El apunte no tiene fecha contable: se toma la fecha valor.', line)
  }
  return valueOn
}

function transactionCode(node: XmlNode): string | null {
  const domain = childAt(node, 'BkTxCd', 'Domn')
  const parts = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')]
  const code = parts.filter((part) => part !== null).join('/')
  return code === '' ? textAt(node, 'BkTxCd', 'Prtry', 'Cd') : code
}

const textLengthMax = 500

/** What an entry says itself is completed with its only detail, or with the texts of them all. */
function fillFromDetails(entry: ParsedEntry, node: XmlNode): void {
  const own = childrenOf(node, 'AddtlNtryInf')
    .map(textOf)
    .filter((text) => text !== null)
  const details = entry.details.map(({ text }) => text).filter((text) => text !== '')
  entry.rawLines = [...own, ...details]
  const [only] = entry.details
  if (only !== undefined && entry.details.length === 1) {
    entry.endToEndId = only.endToEndId
    entry.counterpartyName = only.counterpartyName
    entry.counterpartyIban = only.counterpartyIban
    entry.reference1 ||= only.accountServicerReference ?? ''
    entry.reference2 = only.structuredReference ?? only.mandateId ?? ''
  }
  entry.identifiers = identifiersOf(entry, node)
  entry.returnReason = entry.details.find(({ returnReason }) => returnReason !== null)?.returnReason ?? null
  const texts = entry.details.length > 1 && own.length > 0 ? own : details.length > 0 ? details : own
  const text = texts.join(' ').replaceAll(/\s+/g, ' ').slice(0, textLengthMax)
  const direction = {
    isReturn: entry.isReversal || entry.returnReason !== null,
    isCredit: entry.amountMinor > 0,
  }
  entry.text = text || bankTransactionKindLabel(bankTransactionKind(entry.bankTransactionCode, direction))
}

/** Every name that an order of ours may be known by: of the only operation, and of a batch that is not taken apart. */
function identifiersOf({ details }: ParsedEntry, node: XmlNode): string[] {
  const batches = childrenOf(node, 'NtryDtls').map((found) => childAt(found, 'Btch'))
  const own = batches.flatMap((batch) => [textAt(batch, 'PmtInfId'), textAt(batch, 'MsgId')])
  const ofOnly = details.length === 1 ? details.flatMap(detailIdentifiers) : []
  return [...own.flatMap((text) => (text === null || text === 'NOTPROVIDED' ? [] : [text])), ...ofOnly]
}

/**
 * The operations of a batch should add up to the entry, each with its sign and what the bank kept of it; told when all have
 * amounts of its currency and do not. A bank that writes no sign of its own per operation means that of the entry.
 */
function checkDetails(entry: ParsedEntry, { issues }: ParsedStatement): void {
  if (entry.details.length === 0) return
  let total = 0n
  let gross = 0n
  let charges = 0n
  for (const { amountMinor, currency, chargesMinor } of entry.details) {
    if (amountMinor === null || currency !== entry.currency) return
    total += BigInt(amountMinor)
    gross += BigInt(Math.abs(amountMinor))
    charges += BigInt(chargesMinor ?? 0)
  }
  const whole = BigInt(entry.amountMinor)
  const isWhole = total === whole || total - charges === whole || gross === (whole < 0n ? -whole : whole)
  if (isWhole) return
  const declared = formatAmount(entry.amountMinor, entry.currency)
  const computed = formatAmount(Number(total), entry.currency)
  const message = `El apunte es de ${declared} y sus ${entry.details.length} detalles suman ${computed}.`
  addIssue(issues, 'details_mismatch', message, entry.line)
}
