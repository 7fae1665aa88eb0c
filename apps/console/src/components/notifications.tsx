import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** Where `notifications.show` of @mantine/notifications shows them. The default export is for `lazy`. */
export default function NotificationArea() {
  return <Notifications position="bottom-right" />;
}
