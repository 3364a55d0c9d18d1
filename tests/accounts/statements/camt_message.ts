/** camt.053 messages for the tests: the least a bank sends, with whatever a test puts in. */

type Message = {
  version?: string
  account?: string
  balances?: string
  entries?: string
  container?: string
  statement?: string
}

export function camt({
  version = '053.001.08',
  account = '<Id><IBAN>ES9121000418450200051332</IBAN></Id><Ccy>EUR</Ccy>',
  balances = '',
  entries = '',
  container = 'BkToCstmrStmt',
  statement = 'Stmt',
}: Message = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${container}><GrpHdr><MsgId>M</MsgId></GrpHdr>
<${statement}><Id>S1</Id><ElctrncSeqNb>7</ElctrncSeqNb><Acct>${account}</Acct>
${balances}
${entries}
</${statement}></${container}></Document>`
}

export function balance(
  code: string,
  amount: string,
  { sign = 'CRDT', currency = 'EUR', on = '2026-03-31' } = {}
): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`
}

type Entry = { sign?: string; currency?: string; status?: string; booked?: string; inside?: string }

export function ntry(
  amount: string,
  {
    sign = 'CRDT',
    currency = 'EUR',
    status = '<Sts><Cd>BOOK</Cd></Sts>',
    booked = '<BookgDt><Dt>2026-03-10</Dt></BookgDt><ValDt><Dt>2026-03-11</Dt></ValDt>',
    inside = '',
  }: Entry = {}
): string {
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}${booked}${inside}</Ntry>`
}
