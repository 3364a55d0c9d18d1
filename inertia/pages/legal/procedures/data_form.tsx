import { Button } from '@mantine/core'
import { decimalText } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import type { ProcedurePage } from './procedure_types'

/** What is written of a procedure. */
export function DataForm({ page }: { page: ProcedurePage }) {
  const { options, actions } = page
  const form = useDataForm(page)
  if (!actions.includes('edit'))
    return <p className={styles.quiet}>El procedimiento está anulado: sus datos no cambian.</p>
  return (
    <form
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.pair}>
        <SelectField label="Tipo" isRequired options={options.kinds} {...form.field('kind')} />
        <SelectField label="La empresa es" isRequired options={options.roles} {...form.field('role')} />
      </div>
      <TextField label="Título" isRequired lengthMax={160} {...form.field('title')} />
      <div className={styles.pair}>
        <TextField label="Juzgado u organismo" lengthMax={120} {...form.field('court')} />
        <TextField label="Nº de autos o expediente" lengthMax={40} {...form.field('courtNumber')} />
      </div>
      <TextField label="Contraparte" lengthMax={160} {...form.field('counterparty')} />
      <div className={styles.pair}>
        <PickerField
          label="Abogado"
          url={urlFor('providers.options')}
          {...form.field('lawyer', 'lawyer_provider_id')}
        />
        <PickerField
          label="Procurador"
          url={urlFor('providers.options')}
          {...form.field('solicitor', 'solicitor_provider_id')}
        />
      </div>
      <div className={styles.pair}>
        <AmountField label="Importe reclamado" currency="EUR" {...form.field('claim')} />
        <SelectField
          label="Riesgo de pérdida"
          help="Solo lo probable se provisiona."
          options={options.probabilities}
          {...form.field('probability')}
        />
      </div>
      <div className={styles.pair}>
        <DayField label="Cierre previsto" {...form.field('expectedCloseOn')} />
        <SelectField
          label="Responsable"
          options={options.responsibles}
          {...form.field('responsibleUserId')}
        />
      </div>
      <TextAreaField label="Notas" {...form.field('notes')} />
      <CheckboxField
        label="Reservado: solo lo ven sistema, aprobadores y su responsable"
        {...form.field('confidential')}
      />
      <div>
        <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
          Guardar cambios
        </Button>
      </div>
    </form>
  )
}

function useDataForm({ procedure, values }: ProcedurePage) {
  const { claimMinor, provisionTerm: _, courtNumber, expectedCloseOn, responsibleUserId, ...initial } = values
  return useFormSubmission({
    initial: {
      ...initial,
      courtNumber,
      expectedCloseOn,
      responsibleUserId,
      kind: initial.kind as string | null,
      role: initial.role as string | null,
      claim: claimMinor === null ? '' : decimalText(claimMinor, 'EUR'),
    },
    method: 'put',
    url: urlFor('legal_procedure.update', { id: procedure.id }),
    transform: ({ lawyer, solicitor, claim, expectedCloseOn: closeOn, ...rest }) => ({
      ...rest,
      lockVersion: procedure.lockVersion,
      lawyerProviderId: lawyer?.value ?? null,
      solicitorProviderId: solicitor?.value ?? null,
      claim: claim === '' ? null : claim,
      expectedCloseOn: closeOn === '' ? null : closeOn,
    }),
  })
}
