import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Template } from './expense_page'

const KINDS = [
  { value: 'info_request', label: 'Falta información' },
  { value: 'approved', label: 'Aprobada' },
  { value: 'rejected', label: 'Rechazada' },
  { value: 'paid', label: 'Pagada' },
  { value: 'free', label: 'Otro' },
]
const NEW = 'new'
const empty = { kind: 'free' as string | null, name: '', subject: '', body: '', isActive: true }

type Props = { templates: Template[]; onClose: () => void }

/** The texts that notes are written about with: one at a time, or a new one. */
export function TemplatesDialog({ templates, onClose }: Props) {
  const [chosen, setChosen] = useState<string>(templates[0] ? String(templates[0].id) : NEW)
  const template = templates.find(({ id }) => String(id) === chosen)
  return (
    <TemplateForm
      key={chosen}
      template={template ?? null}
      chosen={chosen}
      choices={[
        ...templates.map(({ id, kindLabel, name }) => ({
          value: String(id),
          label: `${kindLabel}: ${name}`,
        })),
        { value: NEW, label: 'Plantilla nueva' },
      ]}
      onChoose={setChosen}
      onClose={onClose}
    />
  )
}

type FormProps = {
  template: Template | null
  chosen: string
  choices: { value: string; label: string }[]
  onChoose: (value: string) => void
  onClose: () => void
}

function TemplateForm({ template, chosen, choices, onChoose, onClose }: FormProps) {
  const form = useFormSubmission({
    initial: template
      ? {
          kind: template.kind as string | null,
          name: template.name,
          subject: template.subject,
          body: template.body,
          isActive: template.isActive,
        }
      : empty,
    method: template ? 'put' : 'post',
    url: template
      ? urlFor('payexpenses.email-templates.update', { template: template.id })
      : urlFor('payexpenses.email-templates.store'),
    leaving: 'allow',
    // A new one is there now: what was typed would only be refused as a second one of its name.
    afterwards: template ? 'keep' : 'clear',
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Plantillas de correo"
      form={form}
      submitLabel={template ? 'Guardar la plantilla' : 'Crear la plantilla'}
      size="lg"
    >
      <SelectField
        name="chosen"
        label="Plantilla"
        isRequired
        options={choices}
        value={chosen}
        onChange={(value) => onChoose(value ?? NEW)}
      />
      <SelectField label="Tipo" isRequired options={KINDS} {...form.field('kind')} />
      <TextField label="Nombre" isRequired lengthMax={80} {...form.field('name')} />
      <TextField label="Asunto" isRequired lengthMax={150} {...form.field('subject')} />
      <TextAreaField
        label="Cuerpo"
        isRequired
        rows={6}
        lengthMax={5000}
        help="Puede usar {nombre} {numero} {empresa} {importe} {motivo} {enlace_estado}."
        {...form.field('body')}
      />
      <CheckboxField label="En uso" {...form.field('isActive')} />
    </FormDialog>
  )
}
