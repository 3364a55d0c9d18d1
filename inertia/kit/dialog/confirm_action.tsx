import type { ReactNode } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import styles from '../form/form.module.css'

export type Confirmation = {
  title: string
  question: ReactNode
  /** What else is to be known: which of the selected rows stay out. */
  note?: string
  /** What is repeated before money moves: amount, beneficiary, last four of the IBAN, account charged, balance after. */
  facts?: { label: string; value: ReactNode }[]
  /** The verb, with the amount when money moves: «Pagar 1.240,00 €». Never «Aceptar». */
  submitLabel: string
  isDangerous?: boolean
  /** Asks why, and sends it as `reason`; `lengthMin` are the letters without which the server refuses it. */
  reason?: { label: string; isRequired: boolean; lengthMin?: number }
  url: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  /** Sent with it, for example `{ ids }`. */
  values?: Record<string, unknown>
}

type Props = { confirmation: Confirmation | null; onClose: () => void; onDone?: () => void }

/** Asks before something that cannot be undone, or before money moves. Open while there is a confirmation. */
export function ConfirmAction({ confirmation, onClose, onDone }: Props) {
  return confirmation ? (
    <ConfirmSheet key={confirmation.url} confirmation={confirmation} onClose={onClose} onDone={onDone} />
  ) : null
}

function ConfirmSheet({ confirmation, onClose, onDone }: Props & { confirmation: Confirmation }) {
  const {
    title,
    question,
    note,
    facts,
    submitLabel,
    isDangerous,
    reason,
    url,
    method = 'post',
    values = {},
  } = confirmation
  const form = useFormSubmission({
    initial: { reason: '' },
    method,
    url,
    leaving: 'allow',
    transform: (typed) => (reason ? { ...values, ...typed } : values),
    whenRefused: 'ends',
    onSuccess() {
      onClose()
      onDone?.()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={submitLabel}
      isDangerous={isDangerous}
      isDisabled={reason?.isRequired === true && form.values.reason.trim() === ''}
    >
      <div>{question}</div>
      {note ? <div className={styles.note}>{note}</div> : null}
      {facts ? (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {reason ? (
        <TextAreaField
          label={reason.label}
          isRequired={reason.isRequired}
          {...(reason.lengthMin ? { lengthMin: reason.lengthMin } : {})}
          {...form.field('reason')}
        />
      ) : null}
    </FormDialog>
  )
}
