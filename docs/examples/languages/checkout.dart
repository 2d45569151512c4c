import 'package:flutter/material.dart';
import 'package:webview_flutter/webview_flutter.dart';

const shop = 'https://shop.example';

/// A bank's page replaces the checkout page, at an address that the shop does not know.
/// Frames have the isolated form, or checks of a bank.
bool mayOpen(String url, {required bool isMainFrame}) => !isMainFrame || url.startsWith('https://');

class Checkout extends StatefulWidget {
  const Checkout({super.key, required this.order, required this.onResult});
  final String order;
  final void Function(String result) onResult;

  @override
  State<Checkout> createState() => _CheckoutState();
}

class _CheckoutState extends State<Checkout> {
  late final controller = WebViewController()
    ..setJavaScriptMode(JavaScriptMode.unrestricted)
    ..addJavaScriptChannel('App', onMessageReceived: (message) => widget.onResult(message.message))
    ..setNavigationDelegate(NavigationDelegate(
      onNavigationRequest: (request) => mayOpen(request.url, isMainFrame: request.isMainFrame)
          ? NavigationDecision.navigate
          : NavigationDecision.prevent,
    ))
    ..loadRequest(Uri.parse('$shop/checkout?order=${Uri.encodeQueryComponent(widget.order)}'));

  @override
  Widget build(BuildContext context) => Scaffold(
        appBar: AppBar(title: const Text('Checkout')), // with a back button
        body: SafeArea(child: WebViewWidget(controller: controller)),
      );
}
