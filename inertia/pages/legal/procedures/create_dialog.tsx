import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, MultiSelectField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'

type Props = { templates: Record<string, Option[]>; kinds: Option[]; roles: Option[]; onClose: () => void }

/** A new procedure in draft, with the phases of its kind. */
export function CreateDialog({ templates, kinds, roles, onClose }: Props) {
  const { sites } = useShared()
  const form = useNewProcedure(sites, onClose)
  const kind = form.field('kind')
  const phases = form.values.kind ? (templates[form.values.kind] ?? []) : []
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo procedimiento"
      form={form}
      submitLabel="Crear procedimiento"
      size="lg"
    >
      <div className={styles.pair}>
        <SelectField
          label="Empresa"
          isRequired
          options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
          {...form.field('siteId')}
        />
        <SelectField
          label="Tipo"
          isRequired
          options={kinds}
          {...kind}
          onChange={(chosen) => {
            // The phases of the kind, as the catalogue has them.
            const template = chosen ? (templates[chosen] ?? []) : []
            form.set({ kind: chosen, phaseIds: template.map(({ value }) => value) })
          }}
        />
      </div>
      <TextField label="Título" isRequired lengthMax={160} {...form.field('title')} />
      <div className={styles.pair}>
        <SelectField label="La empresa es" isRequired options={roles} {...form.field('role')} />
        <TextField label="Contraparte" lengthMax={160} {...form.field('counterparty')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Juzgado u organismo" lengthMax={120} {...form.field('court')} />
        <TextField label="Nº de autos o expediente" lengthMax={40} {...form.field('courtNumber')} />
      </div>
      <PickerField
        label="Abogado"
        url={urlFor('providers.options')}
        {...form.field('lawyer', 'lawyer_provider_id')}
      />
      <MultiSelectField
        label="Fases"
        help={
          form.values.kind ? 'Las de su tipo, en orden; quite las que no procedan.' : 'Elija antes el tipo.'
        }
        options={phases}
        {...form.field('phaseIds')}
      />
      <CheckboxField
        label="Reservado: solo lo ven sistema, aprobadores y su responsable"
        {...form.field('confidential')}
      />
    </FormDialog>
  )
}

/** For the only company there is, where there is only one. */
function useNewProcedure(sites: { id: number }[], onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      siteId: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      kind: null as string | null,
      title: '',
      role: 'claimant' as string | null,
      counterparty: '',
      court: '',
      courtNumber: '',
      lawyer: null as PickerOption | null,
      phaseIds: [] as string[],
      confidential: false,
    },
    url: urlFor('legal_procedure.store'),
    leaving: 'allow',
    transform: ({ lawyer, phaseIds, ...rest }) => ({
      ...rest,
      lawyerProviderId: lawyer?.value ?? null,
      phaseIds: phaseIds.map(Number),
    }),
    onSuccess,
  })
}
