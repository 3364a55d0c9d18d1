import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { type Option, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'

type Props = { kinds: Option[]; onClose: () => void }

const lenders: Option[] = [
  { value: 'site', label: 'Una empresa del grupo' },
  { value: 'bank', label: 'Un banco' },
]

/** A draft of a loan: its parties, kind and amount. Its terms come with the configuration. */
export function CreateDialog({ kinds, onClose }: Props) {
  const { sites } = useShared()
  const form = useNewLoan(onClose)
  const { lender, kind } = form.values
  const companies = sites.map((site) => ({ value: String(site.id), label: site.name }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo préstamo"
      form={form}
      submitLabel="Crear préstamo"
      size="lg"
    >
      <RadioField
        label="Presta"
        options={lenders}
        {...form.field('lender')}
        onChange={(chosen) => form.set({ lender: chosen, ...(chosen === 'bank' ? { kind: 'term' } : {}) })}
      />
      <div className={styles.pair}>
        {lender === 'bank' ? (
          <TextField label="Banco" isRequired lengthMax={120} {...form.field('lenderName')} />
        ) : (
          <SelectField label="Prestamista" isRequired options={companies} {...form.field('lenderSiteId')} />
        )}
        <SelectField label="Prestatario" isRequired options={companies} {...form.field('borrowerSiteId')} />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Tipo"
          isRequired
          options={lender === 'bank' ? kinds.filter(({ value }) => value === 'term') : kinds}
          {...form.field('kind')}
        />
        <SelectField
          label="Divisa"
          isRequired
          options={[{ value: 'EUR', label: 'EUR · Euro' }]}
          help="La de los libros de las empresas."
          {...form.field('currency')}
        />
      </div>
      <div className={styles.pair}>
        {kind === 'current_account' ? null : (
          <AmountField
            label={kind === 'credit_line' ? 'Límite' : 'Importe'}
            isRequired
            currency="EUR"
            {...form.field('principal')}
          />
        )}
        <DayField label="Inicio" isRequired {...form.field('startOn')} />
      </div>
    </FormDialog>
  )
}

function useNewLoan(onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      lender: 'site',
      lenderSiteId: null as string | null,
      lenderName: '',
      borrowerSiteId: null as string | null,
      kind: 'term' as string | null,
      currency: 'EUR' as string | null,
      principal: '',
      startOn: today() as string,
    },
    url: urlFor('loans.store'),
    leaving: 'allow',
    transform: ({ lender, lenderSiteId, lenderName, borrowerSiteId, principal, ...rest }) => ({
      ...rest,
      lender,
      lenderSiteId: lender === 'site' && lenderSiteId ? Number(lenderSiteId) : null,
      lenderName: lender === 'bank' ? lenderName : null,
      borrowerSiteId: borrowerSiteId ? Number(borrowerSiteId) : null,
      principal: rest.kind === 'current_account' ? null : principal,
    }),
    onSuccess,
  })
}
