import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import { colourOptions, provinceOptions } from './site_options'
import type { SiteForm, SiteHead, SiteOptions } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = { site: SiteHead; values: SiteForm; options: SiteOptions; canWrite: boolean }

/** Who the company is, where, and on whom it depends. */
export function DataTab({ site, values, options, canWrite }: Props) {
  const form = useDataForm(site, values)
  const isDisabled = !canWrite
  return (
    <TabForm form={form} canWrite={canWrite}>
      <TextField
        label="Razón social"
        isRequired
        isDisabled={isDisabled}
        lengthMax={160}
        {...form.field('legalName')}
      />
      <TextField label="Nombre comercial" isDisabled={isDisabled} {...form.field('tradeName')} />
      <div className={styles.pair}>
        <TextField label="Código" isRequired isDisabled={isDisabled} lengthMax={8} {...form.field('code')} />
        <TaxIdField label="NIF" isRequired isDisabled={isDisabled} {...form.field('taxId')} />
      </div>
      <SelectField
        label="Tipo"
        isRequired
        isDisabled={isDisabled}
        options={options.kinds}
        {...form.field('kind')}
      />
      <Structure form={form} options={options} isDisabled={isDisabled} />
      <Address form={form} isDisabled={isDisabled} />
      <div className={styles.pair}>
        <DayField
          label="Inicio de actividad"
          isRequired
          isDisabled={isDisabled}
          {...form.field('startedOn')}
        />
        <DayField label="Cese" isDisabled={isDisabled} {...form.field('closedOn')} />
      </div>
      <SelectField label="Color" isDisabled={isDisabled} options={colourOptions} {...form.field('color')} />
    </TabForm>
  )
}

type Part = { form: ReturnType<typeof useDataForm>; isDisabled: boolean }

function Structure({ form, options, isDisabled }: Part & { options: SiteOptions }) {
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Depende de"
          isDisabled={isDisabled}
          options={options.parents}
          {...form.field('parentSiteId')}
        />
        <TextField label="Participación (%)" isDisabled={isDisabled} {...form.field('ownershipPercent')} />
      </div>
      <CheckboxField
        label="Pertenece al grupo y se consolida"
        isDisabled={isDisabled}
        {...form.field('isGroup')}
      />
    </>
  )
}

function Address({ form, isDisabled }: Part) {
  return (
    <>
      <TextField label="Dirección" isDisabled={isDisabled} lengthMax={200} {...form.field('address')} />
      <div className={styles.pair}>
        <TextField
          label="Código postal"
          isDisabled={isDisabled}
          lengthMax={12}
          {...form.field('postalCode')}
        />
        <TextField label="Población" isDisabled={isDisabled} lengthMax={80} {...form.field('city')} />
      </div>
      <SelectField
        label="Provincia"
        isDisabled={isDisabled}
        options={provinceOptions}
        {...form.field('provinceCode')}
      />
    </>
  )
}

function useDataForm(site: SiteHead, values: SiteForm) {
  return useFormSubmission({
    initial: {
      legalName: values.legalName,
      tradeName: values.tradeName,
      code: values.code,
      taxId: values.taxId,
      kind: values.kind as string | null,
      parentSiteId: values.parentSiteId,
      ownershipPercent: values.ownershipPercent,
      isGroup: values.isGroup,
      address: values.address,
      postalCode: values.postalCode,
      city: values.city,
      provinceCode: values.provinceCode,
      startedOn: values.startedOn,
      closedOn: values.closedOn,
      color: values.color,
    },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({
      ...nullForEmpty(typed),
      ownershipPercent: typed.ownershipPercent.trim().replace(',', '.') || null,
      lockVersion: site.lockVersion,
    }),
  })
}
