import { readCamtAmount } from '#app/accounts/statements/camt/camt_amount'
import { camtDay } from '#app/accounts/statements/camt/camt_dates'
import { readXml, type XmlProblem } from '#app/files/xml/read_xml'
import { childAt, childrenOf, textAt, type XmlNode } from '#app/files/xml/xml_node'
import type { Currency } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A transfer as it stands in a file; amounts in minor units, null what is missing or cannot be read. */
export type ReadTransfer = {
  instructionId: string | null
  endToEndId: string | null
  amountMinor: number | null
  currency: Currency | null
  creditorName: string | null
  creditorIban: string | null
  remittance: string | null
  rfReference: string | null
}

export type ReadBlock = {
  id: string | null
  executionOn: CalendarDate | null
  debtorName: string | null
  debtorIban: string | null
  categoryPurpose: string | null
  declaredCount: number | null
  declaredMinor: number | null
  transfers: ReadTransfer[]
}

/** `count` and `totalMinor` are of the transfers read; the declared ones are what the header says. */
export type ReadPain001 = {
  version: string | null
  messageId: string | null
  declaredCount: number | null
  declaredMinor: number | null
  count: number
  /** Null when some amount cannot be read or they are not all in one currency. */
  totalMinor: number | null
  blocks: ReadBlock[]
  problem: XmlProblem | null
}

/**
 * Reads a pain.001 of any version back: to prove that a file says what its orders say, and to take in the payroll of an
 * outside office. Never throws: what cannot be read is null, and XML that is broken comes as `problem`.
 */
export function readPain001(text: string): ReadPain001 {
  const { root, problem } = readXml(text)
  const message = childAt(root, 'CstmrCdtTrfInitn')
  const header = childAt(message, 'GrpHdr')
  const blocks = childrenOf(message, 'PmtInf').map(readBlock)
  const transfers = blocks.flatMap((block) => block.transfers)
  return {
    version: /urn:iso:std:iso:20022:tech:xsd:pain\.(001\.\d{3}\.\d{2})/.exec(text)?.[1] ?? null,
    messageId: textAt(header, 'MsgId'),
    declaredCount: wholeNumber(textAt(header, 'NbOfTxs')),
    declaredMinor: centsOf(textAt(header, 'CtrlSum')),
    count: transfers.length,
    totalMinor: sumTransfers(transfers),
    blocks,
    problem,
  }
}

function readBlock(node: XmlNode): ReadBlock {
  return {
    id: textAt(node, 'PmtInfId'),
    executionOn: camtDay(childAt(node, 'ReqdExctnDt')),
    debtorName: textAt(node, 'Dbtr', 'Nm'),
    debtorIban: textAt(node, 'DbtrAcct', 'Id', 'IBAN'),
    categoryPurpose: textAt(node, 'PmtTpInf', 'CtgyPurp', 'Cd'),
    declaredCount: wholeNumber(textAt(node, 'NbOfTxs')),
    declaredMinor: centsOf(textAt(node, 'CtrlSum')),
    transfers: childrenOf(node, 'CdtTrfTxInf').map(readTransfer),
  }
}

function readTransfer(node: XmlNode): ReadTransfer {
  const amount = readCamtAmount(childAt(node, 'Amt', 'InstdAmt'))
  return {
    instructionId: textAt(node, 'PmtId', 'InstrId'),
    endToEndId: textAt(node, 'PmtId', 'EndToEndId'),
    amountMinor: amount === null || amount.isRounded || amount.isSigned ? null : amount.minor,
    currency: amount?.currency ?? null,
    creditorName: textAt(node, 'Cdtr', 'Nm'),
    creditorIban: textAt(node, 'CdtrAcct', 'Id', 'IBAN'),
    remittance: textAt(node, 'RmtInf', 'Ustrd'),
    rfReference: textAt(node, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
  }
}

function sumTransfers(transfers: readonly ReadTransfer[]): number | null {
  let total = 0
  for (const { amountMinor, currency } of transfers) {
    if (amountMinor === null || currency !== transfers[0]?.currency) return null
    total += amountMinor
  }
  return Number.isSafeInteger(total) ? total : null
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** A control sum, which has no currency of its own: hundredths. */
function centsOf(text: string | null): number | null {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text ?? '')
  return parts ? Number(`${parts[1]}${(parts[2] ?? '').padEnd(2, '0')}`) : null
}
