import { Section } from '~/kit/detail/detail_page'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import type { Check, Order } from './order_page'
import styles from './orders.module.css'

const names: Record<string, string> = {
  iban: 'IBAN',
  blacklist: 'Lista negra',
  bank: 'Cuenta bancaria',
  unverified: 'Cuenta bancaria',
  waiting: 'Cuenta bancaria',
  blocked: 'Beneficiario',
  creditor: 'Beneficiario',
  collects: 'Beneficiario',
  payee: 'Titular de la cuenta',
  account: 'Cuenta de cargo',
  file: 'Fichero SEPA',
  shared: 'Cuenta compartida',
  source: 'Documento',
  attachment: 'Justificantes',
  held: 'Retenido',
  said: 'Lo que otros han juzgado',
  duplicate: 'Posible duplicado',
  duplicate_confirmed: 'Posible duplicado, confirmado como distinto',
  funds: 'Saldo',
  date: 'Fecha',
}

const tones: Record<Check['level'], Tone> = { ok: 'green', warning: 'amber', error: 'red' }

type Finding = { tone: Tone; label: string; message: string }

/** What the checks say about a payment now, each as a chip with its words. Nothing once it is on its way. */
export function OrderChecks({ order, checks }: { order: Order; checks: Check[] }) {
  const findings = findingsOf(order, checks)
  const isChecked = ['draft', 'buffered', 'approved'].includes(order.state)
  if (findings.length === 0 && !isChecked) return null
  return (
    <div className={styles.part}>
      <Section title="Comprobaciones">
        {findings.length === 0 ? <StatusBadge tone="green" label="Todas correctas" /> : null}
        <ul className={styles.list}>
          {findings.map((finding) => (
            <li key={finding.label + finding.message} className={styles.check}>
              <StatusBadge tone={finding.tone} label={finding.label} />
              <span>{finding.message}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const holdOf = (state: string, message: string): Finding =>
  state === 'sent' ? { tone: 'red', label: 'Aviso', message } : { tone: 'amber', label: 'Retenido', message }

function findingsOf(order: Order, checks: Check[]): Finding[] {
  return [
    ...(order.failure
      ? [{ tone: 'red' as const, label: 'Respuesta del banco', message: order.failure }]
      : []),
    ...(order.hold ? [holdOf(order.state, order.hold)] : []),
    ...checks.map(({ code, level, message }) => ({
      tone: tones[level],
      label: names[code] ?? 'Comprobación',
      message,
    })),
    ...order.reinforced.map((message) => ({ tone: 'blue' as const, label: 'Una aprobación más', message })),
  ]
}
