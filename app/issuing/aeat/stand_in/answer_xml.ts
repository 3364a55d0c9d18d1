import type { Judged } from '#app/issuing/aeat/stand_in/judge_record'
import type { CameRecord, Sending } from '#app/issuing/aeat/stand_in/read_sending'
import { codeText } from '#app/issuing/verifactu/rules/aeat_codes'
import { invoiceIdXml, writer } from '#app/issuing/verifactu/xml/elements'
import { declares } from '#app/issuing/verifactu/xml/namespaces'

const sf = writer('sf')
const sfR = writer('sfR')

type Answer = {
  sending: Sending
  judged: readonly Judged[]
  presenter: string
  at: Date
  csv: string
  waitSeconds: number
}

const enveloped = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope ${declares('soapenv')}><soapenv:Header/><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

/** RespuestaRegFactuSistemaFacturacion, as the schema has it. */
export function answerXml({ sending, judged, presenter, at, csv, waitSeconds }: Answer): string {
  const wrong = judged.filter(({ state }) => state === 'Incorrecto').length
  const outcome = wrong === 0 ? 'Correcto' : wrong === judged.length ? 'Incorrecto' : 'ParcialmenteCorrecto'
  const isTaken = outcome !== 'Incorrecto'
  const presented = sfR.around(
    'DatosPresentacion',
    sf.text('NIFPresentador', presenter) + sf.text('TimestampPresentacion', at.toISOString())
  )
  const header = sfR.around(
    'Cabecera',
    sf.around(
      'ObligadoEmision',
      sf.text('NombreRazon', sending.issuer.name) + sf.text('NIF', sending.issuer.nif)
    )
  )
  const body =
    (isTaken ? sfR.text('CSV', csv) + presented : '') +
    header +
    sfR.text('TiempoEsperaEnvio', String(waitSeconds)) +
    sfR.text('EstadoEnvio', outcome) +
    judged.map((one, index) => lineXml(one, sending.records[index])).join('')
  return enveloped(
    `<sfR:RespuestaRegFactuSistemaFacturacion ${declares('sfR')} ${declares('sf')}>${body}</sfR:RespuestaRegFactuSistemaFacturacion>`
  )
}

function lineXml(judged: Judged, record: CameRecord | undefined): string {
  const given = record?.given ?? {}
  const operation =
    sf.text('TipoOperacion', record?.kind === 'anulacion' ? 'Anulacion' : 'Alta') +
    (['Subsanacion', 'RechazoPrevio', 'SinRegistroPrevio'] as const)
      .map((name) => sf.text(name, given[name] as string | undefined))
      .join('')
  const { duplicate } = judged
  return sfR.around(
    'RespuestaLinea',
    sfR.around('IDFactura', invoiceIdXml(sf, judged.id)) +
      sfR.around('Operacion', operation) +
      sfR.text('RefExterna', record?.reference ?? undefined) +
      sfR.text('EstadoRegistro', judged.state) +
      sfR.text('CodigoErrorRegistro', judged.code === null ? undefined : String(judged.code)) +
      sfR.text('DescripcionErrorRegistro', judged.message ?? undefined) +
      (duplicate
        ? sfR.around(
            'RegistroDuplicado',
            sf.text('IdPeticionRegistroDuplicado', duplicate.requestId) +
              sf.text('EstadoRegistroDuplicado', duplicate.state) +
              sf.text('CodigoErrorRegistro', duplicate.code === null ? undefined : String(duplicate.code)) +
              sf.text('DescripcionErrorRegistro', duplicate.message ?? undefined)
          )
        : '')
  )
}

/** A fault of the whole sending: nothing of it was taken. */
export const faultXml = (code: number, said = codeText(code)): string =>
  enveloped(
    `<soapenv:Fault><faultcode>soapenv:Server</faultcode><faultstring>Codigo[${code}].${said}</faultstring></soapenv:Fault>`
  )
