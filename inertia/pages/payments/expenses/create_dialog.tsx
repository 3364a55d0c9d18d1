import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import {
  type LineOptions,
  type NoteLine,
  newLine,
  sentNote,
} from '../../expenses/note_lines/note_line_values'
import { NoteLines } from '../../expenses/note_lines/note_lines'

type Props = { options: LineOptions; isOwn: boolean; onClose: () => void }

/** A note from within the house: of an employee, or one's own. */
export function CreateDialog({ options, isOwn, onClose }: Props) {
  const [initial] = useState(() => ({
    employee: null as PickerOption | null,
    iban: '',
    title: '',
    purpose: '',
    lines: [newLine()] as NoteLine[],
  }))
  const form = useFormSubmission({
    initial,
    url: urlFor('payexpenses.store'),
    transform: ({ employee, lines, ...values }) => ({
      ...values,
      employeeId: employee?.value ?? null,
      ...sentNote(lines),
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nueva nota de gastos"
      form={form}
      submitLabel="Enviar la nota"
      size="lg"
    >
      {isOwn ? null : (
        <PickerField
          label="Empleado"
          help="Déjelo vacío si la nota es suya."
          url={urlFor('payexpenses.claimants')}
          {...form.field('employee', 'employee_id')}
        />
      )}
      <TextField label="Concepto de la nota" isRequired lengthMax={120} {...form.field('title')} />
      <TextAreaField label="Motivo" rows={2} lengthMax={1000} {...form.field('purpose')} />
      <NoteLines
        lines={form.values.lines}
        options={options}
        errors={form.errors}
        readingUrl={urlFor('payexpenses.read')}
        onChange={form.change('lines')}
      />
      <IbanField
        label="IBAN"
        help="Solo si quiere cobrar en una cuenta distinta de la registrada."
        {...form.field('iban')}
      />
    </FormDialog>
  )
}
