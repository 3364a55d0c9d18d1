import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { counted } from '#app/kernel/text/counted'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { ApprovalsSection } from '../approvals_section'
import styles from '../loans.module.css'
import { loanHistory } from './loan_history'
import type { LoanPage } from './loan_types'
import { shownRate } from './shown_rate'

const ConfigureDialog = lazy(async () => ({ default: (await import('./configure_dialog')).ConfigureDialog }))
const PaymentDialog = lazy(async () => ({ default: (await import('./payment_dialog')).PaymentDialog }))
const WithdrawalDialog = lazy(async () => ({
  default: (await import('./withdrawal_dialog')).WithdrawalDialog,
}))
const EarlyDialog = lazy(async () => ({ default: (await import('./early_dialog')).EarlyDialog }))
const RateDialog = lazy(async () => ({ default: (await import('./rate_dialog')).RateDialog }))

type Opened = 'configure' | 'pay' | 'withdraw' | 'pay_early' | 'revise_rate' | null

const dialogs: { action: Exclude<Opened, null>; label: string }[] = [
  { action: 'pay', label: 'Nuevo pago' },
  { action: 'withdraw', label: 'Nueva retirada' },
  { action: 'configure', label: 'Configurar' },
  { action: 'pay_early', label: 'Amortizar anticipadamente' },
  { action: 'revise_rate', label: 'Revisar el tipo' },
]

/** Where a loan stands, what is next and who may do it. */
export function LoanState({ page }: { page: LoanPage }) {
  const { loan, actions, approvals } = page
  const [opened, setOpened] = useState<Opened>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => setOpened(null)
  const isNext = (action: string) => action === nextOf(page)
  return (
    <>
      <Section title="Siguiente paso">
        <p className={styles.quiet}>{nextText(page)}</p>
        <div className={styles.actions}>
          {dialogs
            .filter(({ action }) => actions.includes(action))
            .map(({ action, label }) => (
              <Button
                key={action}
                fullWidth
                variant={isNext(action) ? 'filled' : 'default'}
                onClick={() => setOpened(action)}
              >
                {label}
              </Button>
            ))}
          {actions.includes('close') ? (
            <Button fullWidth variant="default" onClick={() => setConfirmation(closing(page))}>
              Liquidar
            </Button>
          ) : null}
          {actions.includes('cancel') ? (
            <Button fullWidth variant="default" onClick={() => setConfirmation(cancelling(page))}>
              Anular
            </Button>
          ) : null}
        </div>
      </Section>
      {approvals && loan.isConfigured ? (
        <ApprovalsSection
          approvals={approvals}
          canApprove={actions.includes('activate')}
          label="Aprobar y activar"
          onApprove={() => setConfirmation(activating(page))}
        />
      ) : null}
      <Section title="Condiciones">
        <Facts facts={factsOf(page)} />
      </Section>
      <Section title="Historial">
        <Timeline events={loanHistory(page)} />
      </Section>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      <Suspense>
        {opened === 'configure' ? <ConfigureDialog page={page} onClose={close} /> : null}
        {opened === 'pay' ? <PaymentDialog page={page} onClose={close} /> : null}
        {opened === 'withdraw' ? <WithdrawalDialog page={page} onClose={close} /> : null}
        {opened === 'pay_early' ? <EarlyDialog page={page} onClose={close} /> : null}
        {opened === 'revise_rate' ? <RateDialog page={page} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

function nextOf({ loan }: LoanPage): string | null {
  if (loan.state === 'draft') return loan.isConfigured ? null : 'configure'
  return loan.kind === 'term' ? 'pay' : 'withdraw'
}

function nextText({ loan, files, values, payments }: LoanPage): string {
  if (loan.state === 'cancelled') return 'El préstamo está anulado.'
  if (loan.state === 'settled') return 'No queda nada por pagar.'
  if (loan.state === 'draft') {
    if (!loan.isConfigured) return 'Configure las condiciones del préstamo.'
    if (!files.some(({ kind }) => kind === 'Contrato')) return 'Adjunte el contrato en «Documentos».'
    if (!values.borrowerAccountId || (!loan.isBank && !values.lenderAccountId))
      return 'Indique las cuentas de liquidación en «Datos».'
    return 'Lo aprueban personas distintas de quien lo preparó, en las dos empresas.'
  }
  if (payments.some(({ type }) => type === 'Desembolso')) return 'El desembolso está pendiente.'
  if (loan.isBank) return 'El banco carga las cuotas: se concilian con su extracto.'
  return 'En vigor.'
}

function factsOf({ loan, values }: LoanPage) {
  const interest = values.rateIndex
    ? `${loan.rateType}: ${values.rateIndex}${Number(values.spread) === 0 ? '' : spreadText(values.spread)}`
    : loan.rateType
  return [
    { label: 'Tipo de interés', value: `${loan.rate} (${interest})` },
    { label: 'Sistema', value: loan.method ?? '–' },
    { label: 'Periodicidad', value: loan.periodicity ?? '–' },
    { label: 'Base de cálculo', value: loan.dayCount },
    { label: 'Inicio', value: <Day value={loan.startOn} /> },
    { label: 'Vencimiento', value: <Day value={loan.maturityOn} /> },
    ...(loan.periods ? [{ label: 'Cuotas', value: String(loan.periods) }] : []),
    ...(loan.gracePeriods > 0
      ? [{ label: 'Carencia', value: counted(loan.gracePeriods, 'cuota', 'cuotas') }]
      : []),
    ...(loan.fee.minor > 0 ? [{ label: 'Comisión de apertura', value: moneyText(loan.fee) }] : []),
    {
      label: 'Retención',
      value: Number(loan.withholdingRate) > 0 ? `${shownRate(loan.withholdingRate)} %` : 'No',
    },
    ...(loan.capitalise ? [{ label: 'Intereses', value: 'Se capitalizan' }] : []),
    ...(loan.loadedOn ? [{ label: 'Cargado con saldos al', value: <Day value={loan.loadedOn} /> }] : []),
    ...(loan.settledOn ? [{ label: 'Liquidado', value: <Day value={loan.settledOn} /> }] : []),
  ]
}

/** « + 1,25» or « − 0,5» after the name of the index. */
const spreadText = (spread: string) =>
  spread.startsWith('-') ? ` − ${shownRate(spread.slice(1))}` : ` + ${shownRate(spread)}`

const parties = ({ loan }: LoanPage) => [
  { label: 'Prestamista', value: loan.lender },
  { label: 'Prestatario', value: loan.borrower },
  { label: 'Importe', value: loan.principal ? moneyText(loan.principal) : '–' },
  { label: 'Tipo de interés', value: loan.rate },
]

const activating = (page: LoanPage): Confirmation => ({
  title: 'Aprobar y activar',
  question: page.loan.loadedOn
    ? 'Con la última aprobación el préstamo queda en vigor con las cuotas pagadas hasta la fecha de carga.'
    : 'Con la última aprobación el préstamo queda en vigor y se crea la orden del desembolso.',
  facts: parties(page),
  submitLabel: page.loan.principal ? `Aprobar ${moneyText(page.loan.principal)}` : 'Aprobar',
  url: urlFor('loans.approve', { id: page.loan.id }),
  values: { fingerprint: page.loan.fingerprint },
})

const cancelling = (page: LoanPage): Confirmation => ({
  title: 'Anular el préstamo',
  question: `Se anulará el borrador ${page.loan.number}.`,
  facts: parties(page),
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Anular préstamo',
  isDangerous: true,
  url: urlFor('loans.cancel', { id: page.loan.id }),
})

const closing = (page: LoanPage): Confirmation => ({
  title: 'Liquidar',
  question: `Se dará por terminado ${page.loan.number}: no se podrán hacer más retiradas.`,
  facts: parties(page),
  submitLabel: 'Liquidar',
  url: urlFor('loans.close', { id: page.loan.id }),
})
