import { XMLBuilder } from 'fast-xml-parser'
import { create } from 'xmlbuilder2'
import { escapeXml } from '#app/files/xml/xml_text'

export type PlainPayment = { id: string; cents: number; name: string; iban: string; text: string }

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const DEBTOR_IBAN = 'ES9121000418450200051332'

const euros = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const sumOf = (payments: PlainPayment[]) => euros(payments.reduce((sum, { cents }) => sum + cents, 0))

/** The same credit transfers as a pain.001 file by three ways of writing XML, without any check. */
export const BUILDERS: Record<string, (payments: PlainPayment[]) => string> = {
  'template strings': asText,
  'fast-xml-parser': (payments) =>
    new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#' }).build(
      asObject(payments)
    ),
  xmlbuilder2: (payments) => create({ encoding: 'UTF-8' }, asObject(payments)).end(),
}

function asText(payments: PlainPayment[]): string {
  const sum = sumOf(payments)
  const transfers = payments.map(
    ({ id, cents, name, iban, text }) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${escapeXml(id)}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${euros(cents)}</InstdAmt></Amt><Cdtr><Nm>${escapeXml(name)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${escapeXml(text)}</Ustrd></RmtInf></CdtTrfTxInf>`
  )
  const header = `<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-21T10:00:00</CreDtTm><NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum><InitgPty><Nm>Hotel Uno</Nm></InitgPty></GrpHdr>`
  const debtor = `<Dbtr><Nm>Hotel Uno S.L.</Nm></Dbtr><DbtrAcct><Id><IBAN>${DEBTOR_IBAN}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>CAIXESBBXXX</BICFI></FinInstnId></DbtrAgt>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}"><CstmrCdtTrfInitn>${header}<PmtInf><PmtInfId>B1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg><NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>${debtor}<ChrgBr>SLEV</ChrgBr>${transfers.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`
}

function asObject(payments: PlainPayment[]) {
  const totals = { NbOfTxs: payments.length, CtrlSum: sumOf(payments) }
  return {
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: { MsgId: 'M1', CreDtTm: '2026-11-21T10:00:00', ...totals, InitgPty: { Nm: 'Hotel Uno' } },
        PmtInf: {
          PmtInfId: 'B1',
          PmtMtd: 'TRF',
          BtchBookg: true,
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: '2026-11-23' },
          Dbtr: { Nm: 'Hotel Uno S.L.' },
          DbtrAcct: { Id: { IBAN: DEBTOR_IBAN } },
          DbtrAgt: { FinInstnId: { BICFI: 'CAIXESBBXXX' } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: payments.map(({ id, cents, name, iban, text }) => ({
            PmtId: { EndToEndId: id },
            Amt: { InstdAmt: { '@Ccy': 'EUR', '#': euros(cents) } },
            Cdtr: { Nm: name },
            CdtrAcct: { Id: { IBAN: iban } },
            RmtInf: { Ustrd: text },
          })),
        },
      },
    },
  }
}
