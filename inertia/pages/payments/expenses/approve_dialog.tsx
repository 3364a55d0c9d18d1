import { useState } from 'react'
import { parseAmount } from '#app/kernel/money/amount_text'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import { Money, moneyText } from '~/kit/money'
import type { NotePage } from './expense_page'
import styles from './expenses.module.css'
import { ReductionFields } from './reduction_fields'
import { type Reduction, useApproveForm } from './use_approve_form'

type Props = { page: NotePage; isEmergency: boolean; onClose: () => void }

/**
 * Approves the note as it is shown, or less of some lines: each reduction says why. In an emergency, where nobody may
 * approve it, the reason goes to every approver (area 02).
 */
export function ApproveDialog({ page, isEmergency, onClose }: Props) {
  const { note, lines, doubts } = page
  const [isPartial, setIsPartial] = useState(false)
  const form = useApproveForm(page, { isPartial, isEmergency }, onClose)
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
      isDisabled={isTwin && !form.values.confirmDuplicate}
      size={isPartial ? 'lg' : 'md'}
    >
      {isEmergency ? (
        <div>
          Nadie puede aprobar la nota ahora. Su aprobación quedará registrada con el motivo y se avisará por
          correo a todos los aprobadores.
        </div>
      ) : null}
      <NoteFacts page={page} />
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
            <ReductionFields
              key={line.id}
              line={line}
              name={`lines.${index}`}
              form={form}
              reduction={reductions[index]}
              onChange={(more) => change(index, more)}
            />
          ))
        : null}
      {isTwin ? (
        <CheckboxField label="Confirmo que no es un duplicado" {...form.field('confirmDuplicate')} />
      ) : null}
      {isEmergency ? (
        <TextAreaField label="Motivo" isRequired lengthMin={10} lengthMax={500} {...form.field('reason')} />
      ) : (
        <TextAreaField label="Comentario" rows={2} lengthMax={500} {...form.field('comment')} />
      )}
    </FormDialog>
  )
}

/** Who is paid, where to and how much. */
function NoteFacts({ page: { note, assigned } }: { page: NotePage }) {
  return (
    <Facts
      facts={[
        { label: 'Solicitante', value: note.claimant.name },
        { label: 'Se paga a', value: assigned.employee?.label ?? assigned.provider?.label ?? '–' },
        { label: 'Cuenta', value: <span className="num">{assigned.bank ?? '–'}</span> },
        { label: 'Importe', value: <Money value={note.approved} /> },
      ]}
    />
  )
}
