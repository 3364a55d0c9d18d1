import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useShared } from '~/shared_props'
import { RecurrentFields } from './recurrent_fields'
import type { Choices } from './recurrent_rows'
import { useRecurrentForm } from './use_recurrent_form'

type Props = { choices: Choices; onClose: () => void }

/** A new agreement. Its first draft is made on the next morning that it falls due. */
export function CreateDialog({ choices, onClose }: Props) {
  const form = useRecurrentForm(null, onClose)
  const { sites } = useShared()
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo pago recurrente"
      form={form}
      submitLabel="Crear pago recurrente"
      size="lg"
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
        onChange={(siteId) => form.set({ siteId, debtorAccountId: null, expenseAccount: null })}
      />
      <RecurrentFields form={form} choices={choices} isShort />
    </FormDialog>
  )
}
