import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Facts } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import bare from '~/kit/form/bare.module.css'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { AnswerForm } from './answer_form'
import styles from './public_notes.module.css'

type Note = {
  number: string
  title: string
  status: { label: string; tone: Tone }
  text: string
  total: MoneyValue
  approved: MoneyValue | null
  iban: string | null
  reason: string | null
  infoRequest: string | null
  canAnswer: boolean
  canCancel: boolean
  files: string[]
  steps: { label: string; at: string }[]
}

type Props = { token: string; note: Note | null; isBusy: boolean }

/** Where a note stands, for who has its secret link: they answer what was asked, or take it back. */
export default function ExpenseNoteStatus({ token, note, isBusy }: Props) {
  const [asked, setAsked] = useState<Confirmation | null>(null)
  if (isBusy) return <Busy />
  if (note === null) return <LinkIsOver />
  const facts = [
    { label: 'Importe', value: <Money value={note.total} /> },
    ...(note.approved ? [{ label: 'Aprobado', value: <Money value={note.approved} /> }] : []),
    ...(note.iban ? [{ label: 'Cuenta', value: <span className="num">{note.iban}</span> }] : []),
    ...(note.reason ? [{ label: 'Motivo', value: note.reason }] : []),
  ]
  return (
    <>
      <Head title={`Nota de gastos ${note.number}`} />
      <h1 className={bare.title} data-wide>
        Nota de gastos {note.number}
      </h1>
      <p className={bare.lead}>{note.title}</p>
      <div className={styles.state} role="status">
        <StatusBadge {...note.status} />
        <span>{note.text}</span>
      </div>
      <Facts facts={facts} />
      {note.infoRequest && note.canAnswer ? <AnswerForm token={token} question={note.infoRequest} /> : null}
      {note.files.length > 0 ? (
        <section className={styles.part}>
          <h2>Justificantes</h2>
          <ul className={styles.files}>
            {note.files.map((name, index) => (
              <li key={`${index}-${name}`}>{name}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className={styles.part}>
        <h2>Historial</h2>
        <Timeline
          events={note.steps
            .toReversed()
            .map((step, index) => ({ id: index, at: step.at, who: 'Nota de gastos', title: step.label }))}
        />
      </section>
      {note.canCancel ? (
        <section className={styles.part}>
          <Button fullWidth variant="default" onClick={() => setAsked(cancelNote(token, note))}>
            Cancelar la nota
          </Button>
        </section>
      ) : null}
      <ConfirmAction confirmation={asked} onClose={() => setAsked(null)} />
    </>
  )
}

function Busy() {
  return (
    <>
      <Head title="Demasiadas consultas" />
      <h1 className={bare.title}>Demasiadas consultas</h1>
      <p className={bare.lead}>Inténtelo de nuevo dentro de unos minutos.</p>
    </>
  )
}

function LinkIsOver() {
  return (
    <>
      <Head title="Enlace no válido" />
      <h1 className={bare.title}>Enlace no válido o caducado.</h1>
      <p className={bare.lead}>Puede pedir uno nuevo con el número de la nota y su NIF.</p>
      <Button component="a" fullWidth href={urlFor('public.payexpenses.status.lookup')}>
        Pedir un enlace
      </Button>
    </>
  )
}

const cancelNote = (token: string, note: Note): Confirmation => ({
  title: 'Cancelar la nota',
  question: `La nota ${note.number} no se pagará.`,
  facts: [{ label: 'Importe', value: <Money value={note.total} /> }],
  submitLabel: 'Sí, cancelar la nota',
  isDangerous: true,
  url: urlFor('public.payexpenses.status.cancel', { token }),
  method: 'delete',
})
