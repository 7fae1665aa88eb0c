import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { closeLink, isLinkOffered, offerLink, type OfferedLink } from './offered-link.js';
import { isWrongToken } from './read-user-of.js';
import { knownSessions } from './session.js';
import { isOfLastUser, ownerOfToken } from './token-link.js';
import { useNewSession } from './use-new-session.js';
import classes from './sign-in-again.module.css';

/** Asks whether to sign in with the token of a link. The user who was signed in last is not asked. */
export function TokenLinkQuestion({ link }: { link: OfferedLink }) {
  const { token, href, read } = link;
  const begin = useNewSession();
  const answer = 'answer' in read ? read.answer : undefined;
  const isKnown = answer !== undefined && isOfLastUser(answer.data, knownSessions());
  const accept = async () => {
    // React runs effects twice in development, and a button may be pressed twice.
    if (!answer || !isLinkOffered()) return;
    closeLink();
    await begin(token, answer, href);
  };
  useEffect(() => {
    if (isKnown) void accept();
  });
  if (isKnown) return null;
  if (!answer) return <Refused link={link} />;
  const { name, email, organisation } = ownerOfToken(answer.data);
  return (
    <Question title="Sign in with the token of this link?">
      <Text>The link signs you in to this account:</Text>
      <List>
        <List.Item>
          <bdi>{name}</bdi>
        </List.Item>
        {email && (
          <List.Item>
            <bdi>{email}</bdi>
          </List.Item>
        )}
        <List.Item>{organisation}</List.Item>
      </List>
      <Text>
        What you do there, uploads too, belongs to that account. Go on only if you expected it. The session of this tab
        ends; those of other tabs go on.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={closeLink} autoFocus>
          Do not sign in
        </Button>
        <Button onClick={() => void accept()}>Sign in to this account</Button>
      </Group>
    </Question>
  );
}

function Refused({ link: { token, href, read } }: { link: OfferedLink }) {
  const failure = 'failure' in read ? read.failure : undefined;
  return (
    <Question title="The link does not sign you in">
      <FailureNotice
        failure={failure}
        title="The token of the link is not accepted"
        onRetry={isWrongToken(failure) ? undefined : () => void offerLink(token, href)}
      />
      <Group justify="flex-end">
        <Button onClick={closeLink} autoFocus>
          Close
        </Button>
      </Group>
    </Question>
  );
}

/** An element of the browser, so that it is above the other dialogs. */
function Question({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Gives the focus back.
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} className={classes['dialog']} onCancel={closeLink}>
      <Stack>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </dialog>
  );
}
