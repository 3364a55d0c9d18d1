import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { Day, Instant } from '~/kit/day'
import { Dialog } from '~/kit/dialog/dialog'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type PairedLine = {
  id: number
  bookedOn: string
  valueOn: string | null
  text: string
  counterparty: string | null
  reference: string | null
  amount: MoneyValue
  balanceAfter: MoneyValue | null
  source: string
  cameAt: string
  status: { tone: Tone; label: string }
}
type Pair = { kept: PairedLine; repeated: PairedLine }

type Props = { accountId: number; lineId: number; onClose: () => void }

const title = 'Posible duplicado'

/** A movement and the one that it may be, side by side, for whoever reconciles to say. */
export function DuplicateDialog({ accountId, lineId, onClose }: Props) {
  const url = urlFor('accounts.lines.duplicate', { id: accountId, line: lineId })
  const { answer, askAgain, hasFailed, isAsking } = useAnswer<{ data: Pair[] }>({ url })
  const pair = answer?.data[0]
  if (pair)
    return <PairDialog accountId={accountId} pair={pair} others={answer.data.length - 1} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={title}>
      {hasFailed ? (
        <LoadFailure
          text="No se han podido cargar los dos movimientos."
          askAgain={askAgain}
          isAsking={isAsking}
        />
      ) : answer ? (
        <p>Ya está resuelto: recargue la página.</p>
      ) : (
        <Loader size="sm" aria-label="Cargando" />
      )}
    </Dialog>
  )
}

type PairProps = { accountId: number; pair: Pair; others: number; onClose: () => void }

function PairDialog({ accountId, pair, others, onClose }: PairProps) {
  const form = useFormSubmission({
    initial: { reason: '' },
    url: urlFor('accounts.lines.duplicate.store', { id: accountId, line: pair.repeated.id }),
    leaving: 'allow',
    whenRefused: 'ends',
    transform: (typed) => ({ ...typed, answer: 'same' }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      size="lg"
      form={form}
      submitLabel="Es el mismo"
      second={{ label: 'Son distintos', values: { answer: 'different' } }}
    >
      <p>
        Si es el mismo movimiento, se queda el que ya estaba y el otro se quita del extracto.
        {others > 0 ? ' Hay más parecidos: aparecerán después de este.' : ''}
      </p>
      <PlainTable
        label="Los dos movimientos"
        rows={factsOf(pair)}
        keyOf={(row) => row.label}
        columns={[
          { key: 'label', header: '', cell: (row) => row.label },
          { key: 'kept', header: 'Ya estaba', cell: (row) => row.kept },
          { key: 'repeated', header: 'Llegó después', cell: (row) => row.repeated },
        ]}
      />
      <TextAreaField label="Motivo" isRequired lengthMin={3} lengthMax={300} {...form.field('reason')} />
    </FormDialog>
  )
}

const facts: [label: string, value: (line: PairedLine) => ReactNode][] = [
  ['Fecha', ({ bookedOn }) => <Day value={bookedOn} />],
  ['Valor', ({ valueOn }) => (valueOn ? <Day value={valueOn} /> : '–')],
  ['Importe', ({ amount }) => <Money value={amount} look="signed" />],
  ['Concepto', ({ text }) => text || '–'],
  ['Contraparte', ({ counterparty }) => counterparty ?? '–'],
  ['Referencia', ({ reference }) => reference ?? '–'],
  ['Saldo después', ({ balanceAfter }) => (balanceAfter ? <Money value={balanceAfter} /> : '–')],
  ['Llegó por', ({ source }) => source],
  ['Importado', ({ cameAt }) => <Instant value={cameAt} />],
  ['Conciliación', ({ status }) => <StatusBadge {...status} />],
]

const factsOf = ({ kept, repeated }: Pair) =>
  facts.map(([label, value]) => ({ label, kept: value(kept), repeated: value(repeated) }))
