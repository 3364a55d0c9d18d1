import { camtSign, readCamtAmount, signed } from '#app/accounts/statements/camt_amount'
import type { EntryDetail } from '#app/accounts/statements/parsed_statement'
import { childAt, childrenOf, textAt, textOf, type XmlNode } from '#app/accounts/statements/xml_node'
import { isValidIban, normalizeIban } from '#app/kernel/iban'

/** Whose side of an operation the account of the statement is on. */
export type CamtSide = { sign: 1 | -1; isReversal: boolean }

/** The operations inside an entry (`NtryDtls/TxDtls`), in order. */
export function readCamtDetails(entry: XmlNode, side: CamtSide): EntryDetail[] {
  return childrenOf(entry, 'NtryDtls')
    .flatMap((details) => childrenOf(details, 'TxDtls'))
    .map((details) => readDetail(details, side))
}

function readDetail(details: XmlNode, side: CamtSide): EntryDetail {
  const amount =
    readCamtAmount(childAt(details, 'Amt')) ?? readCamtAmount(childAt(details, 'AmtDtls', 'TxAmt', 'Amt'))
  const sign = camtSign(textAt(details, 'CdtDbtInd')) ?? side.sign
  const references = childAt(details, 'Refs')
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
    ...readCounterparty(childAt(details, 'RltdPties'), side),
    returnReason: textAt(details, 'RtrInf', 'Rsn', 'Cd') ?? textAt(details, 'RtrInf', 'Rsn', 'Prtry'),
  }
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
 * The other party: who pays us when money comes in, whom we pay when it goes out. A reversal keeps the parties of the
 * first operation, so that they are the other way round.
 */
function readCounterparty(parties: XmlNode | undefined, { sign, isReversal }: CamtSide) {
  const role = (sign === 1) !== isReversal ? 'Dbtr' : 'Cdtr'
  const name = partyName(childAt(parties, role)) ?? partyName(childAt(parties, `Ultmt${role}`)) ?? null
  const iban = textAt(parties, `${role}Acct`, 'Id', 'IBAN')
  return {
    counterpartyName: name,
    counterpartyIban: iban !== null && isValidIban(iban) ? normalizeIban(iban) : iban,
  }
}

function partyName(party: XmlNode | undefined): string | null {
  return textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm') ?? textAt(party, 'Agt', 'FinInstnId', 'Nm')
}

/** Banks write NOTPROVIDED where the payer gave nothing. */
function given(text: string | null): string | null {
  return text === 'NOTPROVIDED' ? null : text
}
