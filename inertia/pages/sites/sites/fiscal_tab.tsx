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
          {...form.field('baseCurrency')}
        />
        <TextField label="Cifras de las cuentas" isRequired {...locked} {...form.field('accountWidth')} />
      </div>
      <p className={styles.quiet}>El ejercicio empieza en {startMonth}; se fijó al crear la empresa.</p>
      <div className={styles.pair}>
        <SelectField
          label="Período del IVA"
          isRequired
          isDisabled={isDisabled}
          options={options.periods}
          {...form.field('vatPeriod')}
        />
        <SelectField
          label="Período de retenciones"
          isRequired
          isDisabled={isDisabled}
          options={options.periods}
          {...form.field('withholdingPeriod')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Devengo de retenciones"
          isRequired
          isDisabled={isDisabled}
          options={options.accruals}
          {...form.field('withholdingAccrual')}
        />
        <TextField label="Prorrata (%)" isDisabled={isDisabled} {...form.field('prorataPercent')} />
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
      <CheckboxField label="Criterio de caja" isDisabled={isDisabled} {...form.field('cashBasis')} />
    </TabForm>
  )
}

function useFiscalForm(site: SiteHead, values: SiteForm) {
  return useFormSubmission({
    initial: {
      territory: values.territory as string | null,
      baseCurrency: values.baseCurrency as string | null,
      accountWidth: values.accountWidth,
      vatPeriod: values.vatPeriod as string | null,
      withholdingPeriod: values.withholdingPeriod as string | null,
      withholdingAccrual: values.withholdingAccrual as string | null,
      prorataPercent: values.prorataPercent,
      sii: values.sii,
      redeme: values.redeme,
      cashBasis: values.cashBasis,
    },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({ ...typed, lockVersion: site.lockVersion }),
  })
}
