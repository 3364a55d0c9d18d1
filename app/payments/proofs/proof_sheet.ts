import { type ReportTable, reportPdf } from '#app/kernel/documents/pdf_report'
import { formatIban, ibanBankName } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay, formatInstant } from '#app/kernel/time/calendar_date'
import type { ProofFacts } from '#app/payments/proofs/proof_facts'

const FACT_COLUMNS = [
  { header: '', share: 3 },
  { header: '', share: 7 },
]

/**
 * The proof sheet of a payment (area 28): who prepared, approved and released it, when and from where, what they were
 * shown, and who says what became of it: a person, the bank or its statement.
 */
export function proofSheet(facts: ProofFacts, printed: string): Promise<Buffer> {
  const { order } = facts
  return reportPdf(
    [orderTable(facts), peopleTable(facts), decisionsTable(facts), attemptsTable(facts), entriesTable(facts)],
    {
      title: `Justificante del pago ${order.number}`,
      subtitle: `${order.siteName} · ${formatAmount(order.amountMinor, order.currency)} a ${order.creditorName}`,
      printed,
    }
  )
}

function orderTable({ order, document }: ProofFacts): ReportTable {
  const iban = order.creditorIban ?? ''
  return {
    title: 'Lo que se aprobó',
    columns: FACT_COLUMNS,
    rows: [
      ['Empresa', `${order.siteName} (${order.taxId})`],
      ...(order.payerName ? [['Paga por cuenta de la empresa', order.payerName]] : []),
      ['Beneficiario', order.creditorName],
      order.creditorIban === null
        ? ['Cuenta de destino', order.payeeAccount ?? '']
        : ['IBAN de destino', `${formatIban(iban)} ${ibanBankName(iban) ?? ''}`],
      ['Importe', formatAmount(order.amountMinor, order.currency)],
      ['Cuenta de cargo', `${order.accountName} ${order.accountIban ? formatIban(order.accountIban) : ''}`],
      ['Fecha de ejecución', formatDay(order.executionDate)],
      ['Concepto', order.remittance],
      ['Documento', document],
      ['Identificador de extremo a extremo', order.endToEndId],
      ['Aprobaciones exigidas', String(order.requiredApprovals ?? 0)],
      ['Motivos de una aprobación más', order.reinforcedReasons.join(', ') || 'Ninguno'],
      ...(order.payNowReason ? [['Pago inmediato', order.payNowReason]] : []),
      ['Huella de lo aprobado (SHA-256)', order.fingerprint.slice(0, 32)],
      ['', order.fingerprint.slice(32)],
    ],
  }
}

function peopleTable({ events }: ProofFacts): ReportTable {
  return {
    title: 'Quién hizo qué, cuándo y desde dónde',
    look: 'dense',
    columns: [
      { header: 'Fecha y hora', share: 3 },
      { header: 'Persona', share: 3 },
      { header: 'Paso', share: 3 },
      { header: 'Estado', share: 3 },
      { header: 'Dirección IP', share: 2 },
      { header: 'Motivo', share: 4 },
    ],
    rows: events.map((event) => [
      formatInstant(event.at),
      event.who,
      event.step,
      event.change,
      event.ip ?? '–',
      event.reason ?? '',
    ]),
  }
}

function decisionsTable({ decisions }: ProofFacts): ReportTable {
  return {
    title: 'Aprobaciones',
    look: 'dense',
    columns: [
      { header: 'Fecha y hora', share: 3 },
      { header: 'Aprobador', share: 4 },
      { header: 'En nombre de', share: 3 },
      { header: 'Huella que vio', share: 5 },
      { header: 'Válida', share: 2 },
      { header: 'Comentario', share: 4 },
    ],
    rows: decisions.map((decision) => [
      formatInstant(decision.decidedAt),
      decision.approver,
      decision.onBehalfOf ?? '–',
      `${decision.fingerprint.slice(0, 16)}… ${decision.isSame ? '(la misma)' : '(otra)'}`,
      decision.isRevoked ? 'Sin efecto' : 'Sí',
      decision.comment ?? '',
    ]),
  }
}

/** By network the bank answers; a file is taken to it by a person, whose word is all that there is here. */
function attemptsTable({ attempts, batch, order }: ProofFacts): ReportTable {
  const title = order.channel === 'api' ? 'Lo que respondió el banco' : 'Envío, según las personas'
  return {
    title: batch ? `${title} (remesa ${batch})` : title,
    look: 'dense',
    columns: [
      { header: 'Envío', share: 1 },
      { header: 'Empezó', share: 3 },
      { header: 'Resultado', share: 3 },
      { header: 'HTTP', share: 1 },
      { header: 'Referencia del banco', share: 5 },
      { header: 'Detalle', share: 5 },
    ],
    rows: attempts.map((attempt) => [
      attempt.attemptNo,
      formatInstant(attempt.startedAt),
      attempt.badge.label,
      attempt.httpStatus,
      attempt.providerRef ?? '–',
      attempt.error ?? '',
    ]),
  }
}

function entriesTable({ entries }: ProofFacts): ReportTable {
  const isOfTwo = new Set(entries.map(({ site }) => site)).size > 1
  return {
    title: 'Asientos',
    look: 'dense',
    columns: [
      { header: 'Asiento', share: 1 },
      { header: 'Fecha', share: 2 },
      { header: 'Cuenta', share: 6 },
      { header: 'Importe', share: 2, numeric: true },
    ],
    rows: entries.map((line) => [
      isOfTwo ? `${line.site} ${line.entryNo}` : line.entryNo,
      formatDay(line.postedOn),
      `${line.account} ${line.name}`,
      formatAmount(line.amountMinor, line.currency),
    ]),
  }
}
