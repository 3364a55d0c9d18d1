import { readXml } from '#app/files/xml/read_xml'
import { childAt, childrenOf, textAt, type XmlNode } from '#app/files/xml/xml_node'

/** What AEAT says of one record. */
export type RecordAnswer = {
  /** Our key of it (RefExterna); null where it was not sent back. */
  reference: string | null
  state: 'Correcto' | 'AceptadoConErrores' | 'Incorrecto'
  code: number | null
  message: string | null
  /** The state of the record that AEAT had already. */
  duplicate: {
    state: 'Correcta' | 'AceptadaConErrores' | 'Anulada'
    code: number | null
    message: string | null
  } | null
}

/** What AEAT says of a sending: record by record, or that it took none of it. */
export type AeatAnswer =
  | {
      kind: 'answered'
      outcome: 'Correcto' | 'ParcialmenteCorrecto' | 'Incorrecto'
      csv: string | null
      waitSeconds: number
      records: RecordAnswer[]
    }
  | { kind: 'fault'; code: number | null; message: string }

/** As long as AEAT says nothing else. */
export const WAIT_SECONDS = 60

/** Reads an answer in SOAP; null for what is none (a page of a proxy, half a text). */
export function readAeatAnswer(text: string): AeatAnswer | null {
  const { root, rootName, problem } = readXml(text)
  if (rootName !== 'Envelope' || problem !== null) return null
  const body = childAt(root, 'Body')
  const fault = childAt(body, 'Fault')
  if (fault) return readFault(fault)
  const answer = childAt(body, 'RespuestaRegFactuSistemaFacturacion')
  const outcome = textAt(answer, 'EstadoEnvio')
  if (!answer || !isOutcome(outcome)) return null
  return {
    kind: 'answered',
    outcome,
    csv: textAt(answer, 'CSV'),
    waitSeconds: Number(textAt(answer, 'TiempoEsperaEnvio') ?? WAIT_SECONDS),
    records: childrenOf(answer, 'RespuestaLinea').map(readLine),
  }
}

type Answered = Extract<AeatAnswer, { kind: 'answered' }>
const isOutcome = (text: string | null): text is Answered['outcome'] =>
  text !== null && ['Correcto', 'ParcialmenteCorrecto', 'Incorrecto'].includes(text)

function readFault(fault: XmlNode): AeatAnswer {
  const said = textAt(fault, 'faultstring') ?? 'La AEAT no ha dicho por qué.'
  const code = /Codigo\[(\d{3,5})\]/i.exec(said)?.[1]
  return {
    kind: 'fault',
    code: code === undefined ? null : Number(code),
    message: said.replace(/^Codigo\[\d+\]\.?\s*/i, '').slice(0, 500),
  }
}

function readLine(line: XmlNode): RecordAnswer {
  const duplicate = childAt(line, 'RegistroDuplicado')
  return {
    reference: textAt(line, 'RefExterna'),
    state: (textAt(line, 'EstadoRegistro') ?? 'Incorrecto') as RecordAnswer['state'],
    code: codeAt(line),
    message: textAt(line, 'DescripcionErrorRegistro'),
    duplicate: duplicate
      ? {
          state: (textAt(duplicate, 'EstadoRegistroDuplicado') ?? 'Correcta') as NonNullable<
            RecordAnswer['duplicate']
          >['state'],
          code: codeAt(duplicate),
          message: textAt(duplicate, 'DescripcionErrorRegistro'),
        }
      : null,
  }
}

function codeAt(node: XmlNode): number | null {
  const text = textAt(node, 'CodigoErrorRegistro')
  return text === null ? null : Number(text)
}
