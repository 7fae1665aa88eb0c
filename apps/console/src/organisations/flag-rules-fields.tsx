import { defaultFlagRules, flagRuleDays, flagRuleNames, maxFlagLimit } from '@tributary/contracts/rules/flag-rules';
import { Fieldset, NumberInput, SimpleGrid, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

const labels = { accounts: 'Accounts', emails: 'E-mails', agents: 'User agents', merges: 'Merges' } as const;

/** The most that a person may gain unflagged. */
export const FlagRulesFields = ({ inputOf }: { inputOf: (field: string) => GetInputPropsReturnType }) => (
  <Fieldset legend="People to look at">
    <Text c="dimmed" size="sm" mb="xs">
      A person who gains more is flagged. 0 switches a rule off.
    </Text>
    <SimpleGrid cols={2}>
      {flagRuleNames.map((name) => (
        <NumberInput
          key={name}
          label={`${labels[name]} in ${flagRuleDays[name]} days`}
          placeholder={String(defaultFlagRules[name])}
          min={0}
          max={maxFlagLimit}
          allowDecimal={false}
          required
          {...inputOf(`flag_rules.${name}`)}
        />
      ))}
    </SimpleGrid>
  </Fieldset>
);
