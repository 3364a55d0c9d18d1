import { readCamtAmount } from '#app/accounts/statements/camt/camt_amount'
import { readXml, type XmlProblem } from '#app/files/xml/read_xml'
import { childAt, childrenOf, textAt, textOf, type XmlNode } from '#app/files/xml/xml_node'

/** Why: the code of ISO 20022 (null when the bank only writes text) and what the bank adds. */
export type StatusReason = { code: string | null; additional: string[] }

export type TransactionStatus = {
  statusId: string | null
  originalInstructionId: string | null
  originalEndToEndId: string | null
  status: string | null
  reasons: StatusReason[]
  amountMinor: number | null
  creditorIban: string | null
  creditorName: string | null
}

export type BlockStatus = {
  originalPaymentInfoId: string | null
  status: string | null
  reasons: StatusReason[]
  /** As of the group: how many transactions of the block have each status. */
  statusCounts: Record<string, number>
  transactions: TransactionStatus[]
}

/** What a bank answers about a file of ours. */
export type StatusReport = {
  /** `pain.002.001.10`, or `pain.002` when the file does not say its version. */
  format: string | null
  messageId: string | null
  originalMessageId: string | null
  groupStatus: string | null
  groupReasons: StatusReason[]
  /** How many transactions have each status, where the bank counts them. */
  statusCounts: Record<string, number>
  blocks: BlockStatus[]
  problem: XmlProblem | { code: 'unknown_format'; message: string } | null
}

/** Reads a pain.002 by local names, whatever its version or even without one. Never throws. */
export function readPain002(text: string): StatusReport {
  const { root, rootName, problem } = readXml(text)
  const report = rootName === 'CstmrPmtStsRpt' ? root : childAt(root, 'CstmrPmtStsRpt')
  const group = childAt(report, 'OrgnlGrpInfAndSts')
  const version = /urn:iso:std:iso:20022:tech:xsd:(pain\.002\.\d{3}\.\d{2})/.exec(text)?.[1]
  const unknown = { code: 'unknown_format', message: 'Formato no reconocido.' } as const
  return {
    format: report === undefined ? null : (version ?? 'pain.002'),
    messageId: textAt(report, 'GrpHdr', 'MsgId'),
    originalMessageId: textAt(group, 'OrgnlMsgId'),
    groupStatus: textAt(group, 'GrpSts'),
    groupReasons: readReasons(group),
    statusCounts: readCounts(group),
    blocks: readBlocks(report),
    problem: problem ?? (report === undefined ? unknown : null),
  }
}

/** Old versions put transactions beside the group, without a block. */
function readBlocks(report: XmlNode | undefined): BlockStatus[] {
  const blocks = childrenOf(report, 'OrgnlPmtInfAndSts').map(readBlock)
  const loose = childrenOf(report, 'TxInfAndSts').map(readTransaction)
  if (loose.length === 0) return blocks
  return [
    ...blocks,
    { originalPaymentInfoId: null, status: null, reasons: [], statusCounts: {}, transactions: loose },
  ]
}

function readBlock(node: XmlNode): BlockStatus {
  return {
    originalPaymentInfoId: textAt(node, 'OrgnlPmtInfId'),
    status: textAt(node, 'PmtInfSts'),
    reasons: readReasons(node),
    statusCounts: readCounts(node),
    transactions: childrenOf(node, 'TxInfAndSts').map(readTransaction),
  }
}

function readTransaction(node: XmlNode): TransactionStatus {
  const original = childAt(node, 'OrgnlTxRef')
  const amount = readCamtAmount(childAt(original, 'Amt', 'InstdAmt'))
  return {
    statusId: textAt(node, 'StsId'),
    originalInstructionId: textAt(node, 'OrgnlInstrId'),
    originalEndToEndId: textAt(node, 'OrgnlEndToEndId'),
    status: textAt(node, 'TxSts'),
    reasons: readReasons(node),
    amountMinor: amount === null || amount.isRounded ? null : amount.minor,
    creditorIban: textAt(original, 'CdtrAcct', 'Id', 'IBAN'),
    creditorName: textAt(original, 'Cdtr', 'Nm') ?? textAt(original, 'Cdtr', 'Pty', 'Nm'),
  }
}

function readReasons(node: XmlNode | undefined): StatusReason[] {
  return childrenOf(node, 'StsRsnInf').map((reason) => ({
    code: textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry') ?? textAt(reason, 'StsRsn', 'Cd'),
    additional: childrenOf(reason, 'AddtlInf').flatMap((text) => textOf(text) ?? []),
  }))
}

function readCounts(group: XmlNode | undefined): Record<string, number> {
  const counts: [string, number][] = []
  for (const node of childrenOf(group, 'NbOfTxsPerSts')) {
    const status = textAt(node, 'DtldSts')
    const count = textAt(node, 'DtldNbOfTxs') ?? ''
    if (status !== null && /^\d{1,15}$/.test(count)) counts.push([status, Number(count)])
  }
  return Object.fromEntries(counts)
}
