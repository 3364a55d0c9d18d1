import type { Option } from '~/kit/fields/choice_fields'

/** What the forms of rules and charges choose from. */
export type Choices = {
  allocations: Option[]
  treatments: Option[]
  frequencies: Option[]
  settlements: Option[]
  taxes: Option[]
  keys: Option[]
  categories: Option[]
  profiles: Option[]
}
