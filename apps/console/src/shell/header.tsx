import { ExitIcon, KeyboardIcon, MagnifyingGlassIcon, MoonIcon, SunIcon } from '@radix-ui/react-icons';
import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  NativeSelect,
  Text,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useConnectedUser, nameOfUser } from '../session/connected-user.js';
import { signOutByUser } from '../session/session.js';
import { ZoneSelect } from './zone-select.js';

interface HeaderProps {
  onHelp: () => void;
  onSearch: () => void;
}

export function Header({ onHelp, onSearch }: HeaderProps) {
  return (
    <>
      <Anchor component={Link} to="/" underline="never" c="inherit" visibleFrom="xs" aria-label="Tributary, start page">
        <Title order={2} size="h4" component="span">
          Tributary
        </Title>
      </Anchor>
      <DatamartSelect />
      <Button variant="default" size="xs" visibleFrom="sm" leftSection={<MagnifyingGlassIcon />} onClick={onSearch}>
        Search · Ctrl K
      </Button>
      <Group gap={4} ml="auto" wrap="nowrap">
        <SignedInUser />
        <ZoneSelect visibleFrom="md" w={150} />
        <ColourSchemeButton />
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" aria-label="Search" onClick={onSearch}>
          <MagnifyingGlassIcon />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" visibleFrom="sm" aria-label="Keys" title="Keys · ?" onClick={onHelp}>
          <KeyboardIcon />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Sign out" title="Sign out" onClick={signOutByUser}>
          <ExitIcon />
        </ActionIcon>
      </Group>
    </>
  );
}

function SignedInUser() {
  const name = nameOfUser(useConnectedUser());
  return (
    <Text size="sm" c="dimmed" truncate maw={160} visibleFrom="lg" title={`Signed in as ${name}`}>
      {name}
    </Text>
  );
}

function DatamartSelect() {
  const { datamarts } = useConnectedUser();
  const { datamart_id } = useParams({ strict: false });
  const navigate = useNavigate();
  if (datamarts.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Datamart"
      maw={200}
      miw={0}
      flex="1 1 200px"
      size="xs"
      value={datamart_id ?? ''}
      onChange={({ currentTarget: { value } }) =>
        value && void navigate({ to: '/d/$datamart_id', params: { datamart_id: value } })
      }
    >
      {datamart_id === undefined && <option value="">Choose a datamart</option>}
      {datamarts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name} ({id})
        </option>
      ))}
    </NativeSelect>
  );
}

function ColourSchemeButton() {
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Use the ${other} mode`}
      title={`Use the ${other} mode`}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <MoonIcon /> : <SunIcon />}
    </ActionIcon>
  );
}
