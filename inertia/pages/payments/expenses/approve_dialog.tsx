import { useState } from 'react'
import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { NotePage } from './expense_page'
import styles from './expenses.module.css'

type Reduction = { line_id: number; approved: string; comment: string }

type Props = { page: NotePage; isEmergency: boolean; onClose: () => void }

/**
 * Approves the note as it is shown, or less of some lines: each reduction says why. In an emergency, where nobody may
 * approve it, the reason goes to every approver (area 02).
 */
export function ApproveDialog({ page, isEmergency, onClose }: Props) {
  const { note, lines, assigned, doubts } = page
  const [isPartial, setIsPartial] = useState(false)
  const form = useFormSubmission({
    initial: {
      comment: '',
      reason: '',
      confirm_duplicate: false,
      reductions: lines.map(
        (line): Reduction => ({ line_id: line.id, approved: decimalText(line.approved.minor), comment: '' })
      ),
    },
    url: urlFor(isEmergency ? 'payexpenses.override' : 'payexpenses.approve', { id: note.id }),
    leaving: 'allow',
    transform: ({ reductions, comment, reason, confirm_duplicate }) => ({
      confirm_duplicate,
      ...(isEmergency ? { reason } : { comment }),
      fingerprint: note.fingerprint,
      ...(isPartial ? { reductions } : {}),
    }),
    onSuccess: onClose,
  })
  const { reductions } = form.values
  const minor = isPartial
    ? reductions.reduce((sum, { approved }) => sum + (parseAmount(approved) ?? 0), 0)
    : note.approved.minor
  const isTwin = doubts.some(({ code }) => code === 'duplicate')
  const change = (index: number, more: Partial<Reduction>) =>
    form.set({ reductions: reductions.map((one, place) => (place === index ? { ...one, ...more } : one)) })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={isEmergency ? 'Aprobación de emergencia' : 'Aprobar la nota'}
      form={form}
      submitLabel={`Aprobar ${moneyText({ minor, currency: note.approved.currency })}`}
      isDangerous={isEmergency}
      isDisabled={isTwin && !form.values.confirm_duplicate}
      size={isPartial ? 'lg' : 'md'}
    >
      {isEmergency ? (
        <div>
          Nadie puede aprobar la nota ahora. Su aprobación quedará registrada con el motivo y se avisará por
          correo a todos los aprobadores.
        </div>
      ) : null}
      <Facts
        facts={[
          { label: 'Solicitante', value: note.claimant.name },
          { label: 'Se paga a', value: assigned.employee?.label ?? assigned.provider?.label ?? '–' },
          { label: 'Cuenta', value: <span className="num">{assigned.bank ?? '–'}</span> },
          { label: 'Importe', value: <Money value={note.approved} /> },
        ]}
      />
      {doubts.length > 0 ? (
        <ul className={styles.doubts}>
          {doubts.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      <CheckboxField
        name="is_partial"
        label="Aprobar solo una parte"
        value={isPartial}
        onChange={setIsPartial}
      />
      {isPartial
        ? lines.map((line, index) => (
            <div key={line.id} className={styles.reduction}>
              <span>
                {line.concept} (<Money value={line.total} />)
              </span>
              <AmountField
                name={`lines.${index}.approved`}
                label="Aprobado"
                value={reductions[index]?.approved ?? ''}
                error={form.errors[`lines.${index}.approved`]}
                onChange={(approved) => change(index, { approved })}
              />
              {parseAmount(reductions[index]?.approved ?? '') === line.approved.minor ? null : (
                <TextField
                  name={`lines.${index}.comment`}
                  label="Por qué no se aprueba todo"
                  isRequired
                  value={reductions[index]?.comment ?? ''}
                  error={form.errors[`lines.${index}.comment`]}
                  onChange={(comment) => change(index, { comment })}
                />
              )}
            </div>
          ))
        : null}
      {isTwin ? (
        <CheckboxField label="Confirmo que no es un duplicado" {...form.field('confirm_duplicate')} />
      ) : null}
      {isEmergency ? (
        <TextAreaField label="Motivo" isRequired lengthMin={10} lengthMax={500} {...form.field('reason')} />
      ) : (
        <TextAreaField label="Comentario" rows={2} lengthMax={500} {...form.field('comment')} />
      )}
    </FormDialog>
  )
}
