import { optionsOf } from '#app/kernel/text/labels'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { FormPage } from '~/kit/form/form_page'
import { type FormOf, useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { ImpactPanel } from './impact_panel'
import { KeywordManager } from './keyword_manager'
import { type FormChoices, fieldNames, type Named, type ProfileValues, sentProfile } from './profile_types'
import styles from './profiles.module.css'
import { Tester } from './tester'

type Props = FormChoices & {
  title: string
  provider: Named | null
  profileId: number | null
  initial: ProfileValues
  url: string
  method: 'post' | 'put'
  submitLabel: string
  cancelHref: string
  concept?: string | null
  hiddenSites?: number
}

/** A profile, new or changed, with the tester beside it: both work on the form as it is, saved or not. */
export function ProfileForm({
  title,
  provider,
  profileId,
  initial,
  url,
  method,
  submitLabel,
  cancelHref,
  ...rest
}: Props) {
  const { categories, sites, codes, concept, hiddenSites = 0 } = rest
  const form = useFormSubmission({ initial, url, method, transform: sentProfile })
  const { values } = form
  const unsaved = { ...sentProfile(values), id: profileId, provider_id: provider?.id ?? null }
  return (
    <FormPage
      title={title}
      subtitle={provider ? provider.name : 'De todos los proveedores'}
      form={form}
      submitLabel={submitLabel}
      cancelHref={cancelHref}
      aside={
        <Tester
          title="Probador"
          help="Escriba un concepto: se explica con el perfil tal como está en este formulario, sin guardar."
          url={urlFor('providers.profiles.live-test')}
          more={{ profile: unsaved }}
          provider={provider}
          sites={sites}
          initial={concept ?? ''}
        />
      }
    >
      <TextField label="Nombre" isRequired lengthMax={120} {...form.field('name')} />
      <CategoryFields form={form} categories={categories} />
      <KeywordManager
        keywords={values.keywords}
        onChange={(keywords) => form.set({ keywords })}
        error={form.errors.keywords}
        minScore={Number(values.minScore)}
      />
      <ScopeFields form={form} sites={sites} hiddenSites={hiddenSites} />
      <TaxFields form={form} codes={codes} />
      <CheckboxField label="Revisar siempre la factura" {...form.field('requiresApproval')} />
      {values.requiresApproval ? null : (
        <CheckboxField
          label="Contabilizar sin revisión, con el doble de la puntuación mínima, sin alarmas y hasta el límite de la empresa"
          {...form.field('autoBook')}
        />
      )}
      <CheckboxField label="Activo" {...form.field('active')} />
      <ImpactPanel profile={unsaved} />
    </FormPage>
  )
}

type CategoryProps = Pick<FormChoices, 'categories'> & { form: FormOf<ProfileValues> }

/** What a line becomes that is of this profile. */
function CategoryFields({ form, categories }: CategoryProps) {
  const category = categories.find(({ id }) => String(id) === form.values.categoryId)
  return (
    <div className={styles.pair}>
      <SelectField
        label="Categoría"
        isRequired
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('categoryId')}
      />
      <TextField
        label="Cuenta contable"
        lengthMax={12}
        help={
          category
            ? `Si se deja vacía, la ${category.accountPrefix} de su categoría.`
            : 'De los grupos 2 o 6.'
        }
        {...form.field('ledgerAccountCode')}
      />
    </div>
  )
}

type ScopeProps = Pick<FormChoices, 'sites'> & { form: FormOf<ProfileValues>; hiddenSites: number }

/** Where it is looked for, and what it takes to be found. */
function ScopeFields({ form, sites, hiddenSites }: ScopeProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Puntuación mínima" isRequired help="De 1 a 1000." {...form.field('minScore')} />
        <TextField
          label="Prioridad"
          isRequired
          help="De 0 a 1000: la mayor desempata."
          {...form.field('priority')}
        />
      </div>
      <MultiSelectField
        label="Dónde se busca"
        isRequired
        options={optionsOf(fieldNames)}
        {...form.field('matchFields')}
      />
      <MultiSelectField
        label="Empresas"
        help={
          hiddenSites > 0
            ? `Y ${hiddenSites} más con las que usted no trabaja.`
            : 'Si no se elige ninguna, en todas.'
        }
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('siteIds')}
      />
      <div className={styles.pair}>
        <AmountField label="Importe desde" {...form.field('amountMin')} />
        <AmountField label="Importe hasta" {...form.field('amountMax')} />
      </div>
    </>
  )
}

type TaxProps = Pick<FormChoices, 'codes'> & { form: FormOf<ProfileValues> }

/** The taxes and the centre that a line takes from it. */
function TaxFields({ form, codes }: TaxProps) {
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Tipo de IVA"
          help="Si se deja vacío, el de la categoría o el proveedor. Nunca cambia lo que la factura imprime."
          options={codes.vat}
          {...form.field('vatCodeId')}
        />
        <SelectField label="Retención" options={codes.withholding} {...form.field('withholdingCodeId')} />
      </div>
      <Center form={form} codes={codes} />
      <TextField
        label="IVA deducible (%)"
        help="Si se deja vacío, el de la categoría."
        {...form.field('deductiblePercent')}
      />
    </>
  )
}

/** A centre is of one company: it is asked for once the profile is of that company alone. */
function Center({ form, codes }: TaxProps) {
  const { siteIds, centerId: chosen } = form.values
  const own = codes.centers.filter(({ siteId }) => siteIds.length === 1 && siteIds[0] === String(siteId))
  if (own.length === 0 && chosen === null) return null
  return <SelectField label="Centro de coste" options={own} {...form.field('centerId')} />
}
