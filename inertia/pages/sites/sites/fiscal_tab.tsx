import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { monthOptions } from './site_options'
import type { SiteForm, SiteHead, SiteOptions } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = {
  site: SiteHead
  values: SiteForm
  options: SiteOptions
  canWrite: boolean
  hasEntries: boolean
}

const fixed = 'No se puede cambiar: la empresa ya tiene asientos.'

/** How the company is taxed; what entries rest on cannot change once there are any. */
export function FiscalTab({ site, values, options, canWrite, hasEntries }: Props) {
  const form = useFiscalForm(site, values)
  const isDisabled = !canWrite
  const locked = { isDisabled: isDisabled || hasEntries, help: hasEntries ? fixed : undefined }
  const startMonth = monthOptions[values.fiscalYearStartMonth - 1]?.label ?? ''
  return (
    <TabForm form={form} canWrite={canWrite}>
      <SelectField
        label="Territorio"
        isRequired
        {...locked}
        options={options.territories}
        {...form.field('territory')}
      />
      <div className={styles.pair}>
        <SelectField
          label="Moneda"
          isRequired
          {...locked}
          options={options.currencies}
          {...form.field('base_currency')}
        />
        <TextField label="Cifras de las cuentas" isRequired {...locked} {...form.field('account_width')} />
      </div>
      <p className={styles.quiet}>El ejercicio empieza en {startMonth}; se fijó al crear la empresa.</p>
      <div className={styles.pair}>
        <SelectField
          label="Período del IVA"
          isRequired
          isDisabled={isDisabled}
          options={options.periods}
          {...form.field('vat_period')}
        />
        <SelectField
          label="Período de retenciones"
          isRequired
          isDisabled={isDisabled}
          options={options.periods}
          {...form.field('withholding_period')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Devengo de retenciones"
          isRequired
          isDisabled={isDisabled}
          options={options.accruals}
          {...form.field('withholding_accrual')}
        />
        <TextField label="Prorrata (%)" isDisabled={isDisabled} {...form.field('prorata_percent')} />
      </div>
      <CheckboxField
        label="Suministro inmediato de información (SII)"
        isDisabled={isDisabled}
        {...form.field('sii')}
      />
      <CheckboxField
        label="Registro de devolución mensual (REDEME)"
        isDisabled={isDisabled}
        {...form.field('redeme')}
      />
      <CheckboxField label="Criterio de caja" isDisabled={isDisabled} {...form.field('cash_basis')} />
    </TabForm>
  )
}

function useFiscalForm(site: SiteHead, values: SiteForm) {
  return useFormSubmission({
    initial: {
      territory: values.territory as string | null,
      base_currency: values.baseCurrency as string | null,
      account_width: values.accountWidth,
      vat_period: values.vatPeriod as string | null,
      withholding_period: values.withholdingPeriod as string | null,
      withholding_accrual: values.withholdingAccrual as string | null,
      prorata_percent: values.prorataPercent,
      sii: values.sii,
      redeme: values.redeme,
      cash_basis: values.cashBasis,
    },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({ ...typed, lock_version: site.lockVersion }),
  })
}
