import { isPartRequired, localTerm, type AddressPart } from '../card/address.js';
import type { AddressFieldName } from '../contract/field-names.js';
import { isAddressField } from '../contract/address-field.js';
import type { MessageKey } from '../i18n/messages.js';
import type { FieldDefinition } from './fields.js';
import type { OptionalFields } from './form-context.js';
import { hasRegionList } from './region-options.js';

export const ADDRESS_DEFINITIONS: Readonly<Record<AddressFieldName, FieldDefinition>> = {
  'address-line1': {
    id: 'address-line1',
    label: 'label_address_line1',
    autocomplete: 'billing address-line1',
    autocapitalize: 'words',
    dir: 'auto',
  },
  'address-line2': {
    id: 'address-line2',
    label: 'label_address_line2',
    autocomplete: 'billing address-line2',
    autocapitalize: 'words',
    dir: 'auto',
    isOptional: true,
  },
  city: {
    id: 'address-level2',
    label: 'label_city',
    autocomplete: 'billing address-level2',
    autocapitalize: 'words',
    dir: 'auto',
  },
  region: {
    id: 'address-level1',
    label: 'label_region',
    autocomplete: 'billing address-level1',
    autocapitalize: 'words',
    dir: 'auto',
  },
};

const LIST: Pick<FieldDefinition, 'type' | 'affix' | 'placeholder' | 'dir'> = {
  type: 'select',
  affix: 'list',
  placeholder: 'placeholder_region',
  dir: undefined,
};

export function defineAddress(optional: OptionalFields): OptionalFields['definitionOf'] {
  return (name, context) => {
    const definition = isAddressField(name) ? ADDRESS_DEFINITIONS[name] : optional.definitionOf(name, context);
    const { country, fields } = context;
    const isPart = isAddressField(name) || (name === 'postal-code' && fields.some(isAddressField));
    if (!definition || !isPart || definition.isOptional) return definition;
    return { ...definition, ...adapt(name, country) };
  };
}

function adapt(part: AddressPart, country: string): Partial<FieldDefinition> {
  const term = localTerm(part, country);
  return {
    ...(part === 'region' && hasRegionList(country) && LIST),
    ...(term && { label: `label_${term}` as MessageKey }),
    isOptional: isPartRequired(part, country) ? undefined : 'labelled',
  };
}
